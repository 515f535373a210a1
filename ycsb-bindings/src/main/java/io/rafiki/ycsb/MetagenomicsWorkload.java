package io.rafiki.ycsb;

import java.security.SecureRandom;
import java.util.Properties;
import java.util.function.Supplier;
import site.ycsb.Client;
import site.ycsb.WorkloadException;
import site.ycsb.generator.AcknowledgedCounterGenerator;
import site.ycsb.generator.SkewedLatestGenerator;
import site.ycsb.generator.UniformLongGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * The workload of a metagenomics portal (Rafiki §3.3): a read ratio, a record shape, and keys with an exponentially distributed reuse
 * distance. It extends YCSB's CoreWorkload by properties: {@code rafiki.reuse.mean} is the mean key-reuse distance in operations (see
 * {@link ReuseDistanceKeyChooser}). {@code rafiki.seed} makes the operations of each client thread repeatable. {@code rafiki.schedule} is
 * a {@link ReadRatioSchedule} of the read ratio. {@code rafiki.inserted} is the number of rows that earlier runs inserted.
 *
 * <p>With a seed, these are repeatable per client thread and for the same number of threads: the sequence of operations, their keys
 * (uniform and reuse distance), the field that is read or updated, and uniform scan lengths. These are not, because YCSB has no seed for
 * them or shares them between threads: the bytes of values; keys of the zipfian, latest, hotspot and exponential distributions; keys of
 * inserts; the interleaving of threads; and, with {@code rafiki.reuse.fresh} above 0, the keys in the working set.
 */
public final class MetagenomicsWorkload extends CoreWorkload {

    private static final String REUSE_MEAN = "rafiki.reuse.mean";
    private static final String REUSE_FRESH = "rafiki.reuse.fresh";
    private static final String SEED = "rafiki.seed";
    private static final String SCHEDULE = "rafiki.schedule";
    private static final String INSERTED = "rafiki.inserted";
    private static final String[] OPERATIONS = {"READ", "UPDATE", "INSERT", "SCAN", "READMODIFYWRITE"};

    /** Name of the pauses among YCSB's operations. */
    private static final String PAUSE = "PAUSE";

    private RandomStreams streams;
    private PauseMeter pauses;

    /** @throws IllegalArgumentException with one line, if a property is invalid; YCSB exits with code 1 */
    @Override
    public void init(Properties properties) throws WorkloadException {
        long seed = seed(new Property(properties, SEED));
        streams = new RandomStreams(seed);
        double[] shares = shares(properties);
        super.init(withFewNewKeys(properties));
        operationchooser =
                new SeededGenerators.Operations(streams, OPERATIONS, mix(new Property(properties, SCHEDULE), shares));
        fieldchooser = new SeededGenerators.Uniform(streams, 0, fieldcount - 1);
        if (scanlength instanceof UniformLongGenerator) {
            scanlength = new SeededGenerators.Uniform(
                    streams,
                    new Property(properties, MIN_SCAN_LENGTH_PROPERTY).whole(1, 1, Integer.MAX_VALUE),
                    new Property(properties, MAX_SCAN_LENGTH_PROPERTY).whole(1000, 1, Integer.MAX_VALUE));
        }
        if (new Property(properties, Client.DO_TRANSACTIONS_PROPERTY).flag(true)) {
            continueInserts(new Property(properties, INSERTED));
            chooseKeys(properties, seed);
            measurePauses(properties);
        } else {
            refuseTimeLimit(new Property(properties, Client.MAX_EXECUTION_TIME));
        }
    }

    /** Only latencies from intended starts contain pauses. */
    private void measurePauses(Properties properties) {
        if (new Property(properties, Measurements.MEASUREMENT_INTERVAL)
                .text("op")
                .equals("intended")) {
            Measurements measurements = Measurements.getMeasurements();
            pauses = PauseMeter.start(micros -> measurements.measureIntended(PAUSE, micros));
        }
    }

    @Override
    public void cleanup() throws WorkloadException {
        if (pauses != null) {
            pauses.close();
        }
        super.cleanup();
    }

    @Override
    public Object initThread(Properties properties, int threadNumber, int threadCount) throws WorkloadException {
        streams.begin(threadNumber);
        return super.initThread(properties, threadNumber, threadCount);
    }

    /**
     * The properties for CoreWorkload, which reserves zipfian keys for twice the inserts among {@code operationcount} operations, and draws
     * again while a key does not exist yet. The count of a run that ends by time has no meaning, and would reserve millions of keys.
     * There it is at most the number of records, as in YCSB's own workload files.
     */
    static Properties withFewNewKeys(Properties properties) {
        Property operations = new Property(properties, Client.OPERATION_COUNT_PROPERTY);
        Property records = new Property(properties, Client.RECORD_COUNT_PROPERTY);
        boolean endsByTime = new Property(properties, Client.MAX_EXECUTION_TIME).whole(0, 0, Integer.MAX_VALUE) > 0;
        if (!endsByTime || !operations.isSet() || !records.isSet()) {
            return properties;
        }
        Properties fewer = new Properties();
        fewer.putAll(properties);
        fewer.setProperty(
                Client.OPERATION_COUNT_PROPERTY,
                Long.toString(
                        Math.min(operations.whole(0, 0, Integer.MAX_VALUE), records.whole(0, 0, Long.MAX_VALUE))));
        return fewer;
    }

    /** New rows follow those of earlier runs. CoreWorkload would insert the same rows again. */
    private void continueInserts(Property inserted) {
        if (inserted.isSet()) {
            transactioninsertkeysequence = new AcknowledgedCounterGenerator(
                    recordcount + inserted.whole(0, 0, Integer.MAX_VALUE - recordcount));
            if (keychooser instanceof SkewedLatestGenerator) {
                keychooser = new SkewedLatestGenerator(transactioninsertkeysequence);
            }
        }
    }

    private void chooseKeys(Properties properties, long seed) {
        long first = new Property(properties, INSERT_START_PROPERTY).whole(0, 0, Integer.MAX_VALUE);
        long keys = new Property(properties, INSERT_COUNT_PROPERTY)
                .whole(recordcount - first, 1, Math.max(1, recordcount - first));
        Property mean = new Property(properties, REUSE_MEAN);
        if (mean.isSet()) {
            long distance = mean.whole(keys, 1, keys);
            double fresh = new Property(properties, REUSE_FRESH).real(0, 0, distance < keys ? 1 : 0);
            keychooser = new ReuseDistanceKeyChooser(streams, first, (int) keys, (int) distance, fresh, seed);
        } else if (keychooser instanceof UniformLongGenerator) {
            keychooser = new SeededGenerators.Uniform(streams, first, first + keys - 1);
        }
    }

    /** A time limit would end the load early with a part of the records and exit code 0. */
    private static void refuseTimeLimit(Property limit) {
        if (limit.whole(0, 0, Integer.MAX_VALUE) > 0) {
            throw new PropertyException(limit.name(), "none while loading", limit.text(""), "Leave it out with -load.");
        }
    }

    /** The present shares of the operations. A schedule, if there is one, divides the shares of reads and updates. */
    private static Supplier<double[]> mix(Property schedule, double[] shares) {
        if (!schedule.isSet()) {
            return () -> shares;
        }
        return new ScheduledMix(ReadRatioSchedule.read(schedule), shares);
    }

    /** The shares of the operations by the present read ratio. They are computed once for each ratio. */
    private static final class ScheduledMix implements Supplier<double[]> {

        private final ReadRatioSchedule reads;
        private final double[] shares;
        private final double both;
        private volatile Divided last;

        /** The shares at one read ratio. */
        private static final class Divided {

            private final double reads;
            private final double[] shares;

            Divided(double reads, double[] shares) {
                this.reads = reads;
                this.shares = shares;
            }
        }

        ScheduledMix(ReadRatioSchedule reads, double[] shares) {
            this.reads = reads;
            this.shares = shares;
            this.both = shares[0] + shares[1];
        }

        @Override
        public double[] get() {
            double now = reads.now();
            Divided known = last;
            if (known == null || known.reads != now) {
                double[] divided = shares.clone();
                divided[0] = both * now;
                divided[1] = both * (1 - now);
                known = new Divided(now, divided);
                last = known;
            }
            return known.shares;
        }
    }

    private static double[] shares(Properties properties) {
        double[] shares = {
            share(properties, READ_PROPORTION_PROPERTY, READ_PROPORTION_PROPERTY_DEFAULT),
            share(properties, UPDATE_PROPORTION_PROPERTY, UPDATE_PROPORTION_PROPERTY_DEFAULT),
            share(properties, INSERT_PROPORTION_PROPERTY, INSERT_PROPORTION_PROPERTY_DEFAULT),
            share(properties, SCAN_PROPORTION_PROPERTY, SCAN_PROPORTION_PROPERTY_DEFAULT),
            share(properties, READMODIFYWRITE_PROPORTION_PROPERTY, READMODIFYWRITE_PROPORTION_PROPERTY_DEFAULT)
        };
        double total = 0;
        for (double share : shares) {
            total += share;
        }
        if (total <= 0) {
            throw new PropertyException(
                    READ_PROPORTION_PROPERTY, "proportions that add up to more than 0", "0", "Raise one.");
        }
        return shares;
    }

    private static double share(Properties properties, String name, String fallback) {
        return new Property(properties, name).real(Double.parseDouble(fallback), 0, 1);
    }

    /** The seed, or a new one, which is printed so that the run can be repeated. */
    private static long seed(Property property) {
        long seed =
                property.isSet() ? property.whole(0, Long.MIN_VALUE, Long.MAX_VALUE) : new SecureRandom().nextLong();
        System.err.println(SEED + "=" + seed);
        return seed;
    }
}
