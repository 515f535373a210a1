package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Gives a node's files the state that they would have after long work.
 *
 * <p>Updates create a debt faster than the workload does, so compactions then get the time that they would have had. After this rest the
 * node has the least files. The workload meets it with some flushes more, so a few flushes follow. Their least number differs between states.
 */
final class Ageing {

    /** The number of samples without a new maximum of the size of the sstables, at the end of ageing. */
    private static final int SHAPE_SAMPLES = 5;

    /** The longest time that compactions get before a state. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(60);

    /** Flushes from one compaction to the next, as in {@code min_threshold} of SizeTiered and the first level of Leveled. */
    private static final int FLUSHES = 4;

    private static final long POLL_MILLIS = 500;
    private static final double DAY = 86_400;

    private final SustainedProtocol protocol;
    private final DataSetSpec data;
    private final long seed;
    private final DebtRecorder debt;
    private final Updates updates;

    /** A run of YCSB that only writes. */
    @FunctionalInterface
    interface Updates {
        /** Writes with the run of this name. */
        YcsbResult until(String part, Enough enough) throws IOException, InterruptedException;
    }

    /** A condition that ends a run. */
    @FunctionalInterface
    interface Enough {
        boolean isEnough() throws IOException;
    }

    /**
     * A completed ageing.
     *
     * @param bytesPerUpdate flushed bytes per update; the payload if there was no flush
     */
    record Aged(double seconds, double bytesPerUpdate) {}

    /** @param seed determines the least numbers of flushes before the states */
    Ageing(SustainedProtocol protocol, DataSetSpec data, long seed, DebtRecorder debt, Updates updates) {
        this.protocol = protocol;
        this.data = data;
        this.seed = seed;
        this.debt = debt;
        this.updates = updates;
    }

    /**
     * Ages the node's files for the first state.
     *
     * @param updatesPerOperation of the workload, above 0
     * @param payload bytes per update
     */
    Aged first(double updatesPerOperation, double payload) throws IOException, InterruptedException {
        long start = System.nanoTime();
        YcsbResult result = updates.until("ageing", this::isAged);
        double seconds = (System.nanoTime() - start) / 1e9;
        double flushed = debt.flushedBytes();
        // the workload takes longer for as many updates
        rest(0, start + nanos(seconds / updatesPerOperation));
        return new Aged(seconds, flushed > 0 ? flushed / result.operations() : payload);
    }

    /**
     * Skips the time until the next state.
     *
     * @param bytes that the workload would flush in this time
     * @param end of this time on the clock of {@link System#nanoTime}
     * @return bytes that were flushed beyond these
     */
    double next(int state, double bytes, long end) throws IOException, InterruptedException {
        double before = debt.flushedBytes();
        updates.until(SustainedLoad.numbered("ageing", state), () -> debt.flushedBytes() - before >= bytes);
        rest(state, end);
        return Math.max(0, debt.flushedBytes() - before - bytes);
    }

    /** Gives compactions as long as they need, like a rate that is far below the node's. */
    void rest(int state) throws IOException, InterruptedException {
        rest(state, System.nanoTime() + LONGEST_REST.toNanos());
    }

    private void rest(int state, long end) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long longest = Math.min(LONGEST_REST.toNanos(), end - begin);
        while (debt.isCompacting() && System.nanoTime() - begin < longest) {
            Thread.sleep(POLL_MILLIS);
            debt.look(TrialPhase.AGEING, OptionalLong.empty());
        }
        int flushes = Math.floorMod(seed + state, FLUSHES);
        if (longest > 0 && flushes > 0 && !debt.isCompacting()) {
            updates.until(SustainedLoad.numbered("flushes", state), new Flushes(flushes));
        }
    }

    /** Nanoseconds, at most those of a day. */
    static long nanos(double seconds) {
        return (long) (1e9 * Math.min(seconds, DAY));
    }

    private boolean isAged() throws IOException {
        List<DebtSample> samples = debt.samples();
        int recent = samples.size() - SHAPE_SAMPLES;
        return recent > 0
                && debt.flushedBytes() >= protocol.turnover() * data.bytes()
                && largest(samples.subList(recent, samples.size()))
                        <= (1 + DebtTrend.BOUND) * largest(samples.subList(0, recent));
    }

    /** The size of sstables rises and falls with each compaction, so its maximum shows whether it still grows. */
    private static double largest(List<DebtSample> samples) {
        return samples.stream()
                .map(DebtSample::liveMiB)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /**
     * At least so many flushes. Those before the first call count as one, and a run calls it first after three to four seconds. So up to
     * two more can happen. The node's phase between two compactions is random before a state, but not uniform.
     */
    private final class Flushes implements Enough {

        private int left;
        private double bytes;

        Flushes(int number) throws IOException {
            left = number;
            bytes = debt.flushedBytes();
        }

        @Override
        public boolean isEnough() throws IOException {
            double now = debt.flushedBytes();
            if (now > bytes) {
                bytes = now;
                left--;
            }
            return left <= 0;
        }
    }
}
