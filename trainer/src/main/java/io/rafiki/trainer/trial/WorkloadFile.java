package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * A property file of YCSB, such as its core workloads A to F.
 *
 * <p>A trial takes operations and data from the file. It sets lengths, rates and measurements itself, so it ignores these properties.
 * Every other property is refused.
 *
 * @param workload features of the operations, as the node measures them; a read-modify-write is a read and an update
 * @param data rows of the table
 * @param threads client threads, if the file states them
 * @param properties properties of the operations, for YCSB
 */
public record WorkloadFile(
        Workload workload, DataSetSpec data, Optional<Integer> threads, Map<String, String> properties) {

    /** The key distributions of YCSB's core workload. */
    public static final List<String> DISTRIBUTIONS =
            List.of("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential");

    /** Mean number of operations between two uses of a key; it overrides the key distribution. */
    public static final String REUSE_MEAN = "rafiki.reuse.mean";

    private static final String REUSE_FRESH = "rafiki.reuse.fresh";
    private static final String LEAST_SCANNED = "minscanlength";
    private static final String MOST_SCANNED = "maxscanlength";

    /** Greatest whole number of a property. */
    private static final long MOST = 999_999_999;

    private static final Set<String> OPERATIONS = Set.of(
            "readallfields",
            "writeallfields",
            "readproportion",
            "updateproportion",
            "insertproportion",
            "scanproportion",
            "readmodifywriteproportion",
            "requestdistribution",
            MOST_SCANNED,
            LEAST_SCANNED,
            "scanlengthdistribution",
            "hotspotdatafraction",
            "hotspotopnfraction",
            "exponential.percentile",
            "exponential.frac",
            "readallfieldsbyname",
            REUSE_MEAN,
            REUSE_FRESH);
    private static final Set<String> IGNORED = Set.of(
            "operationcount",
            "maxexecutiontime",
            "target",
            "status.interval",
            "measurementtype",
            "measurement.interval",
            "hdrhistogram.percentiles",
            "histogram.buckets",
            "timeseries.granularity",
            "core_workload_insertion_retry_limit",
            "core_workload_insertion_retry_interval",
            "cassandra.load.inflight");
    private static final List<String> FLAG = List.of("true", "false");

    /** Properties with the only values that YCSB and data sets support. */
    private static final Map<String, List<String>> CHOICES = Map.ofEntries(
            Map.entry(
                    "workload",
                    List.of(
                            "site.ycsb.workloads.CoreWorkload",
                            "com.yahoo.ycsb.workloads.CoreWorkload",
                            "io.rafiki.ycsb.MetagenomicsWorkload")),
            Map.entry("requestdistribution", DISTRIBUTIONS),
            Map.entry("scanlengthdistribution", List.of("uniform", "zipfian")),
            Map.entry("readallfields", FLAG),
            Map.entry("readallfieldsbyname", FLAG),
            Map.entry("writeallfields", FLAG),
            Map.entry("table", List.of("usertable")),
            Map.entry("insertorder", List.of("hashed")),
            Map.entry("insertstart", List.of("0")),
            Map.entry("zeropadding", List.of("1")),
            Map.entry("fieldlengthdistribution", List.of("constant")),
            Map.entry("fieldnameprefix", List.of("field")),
            Map.entry("dataintegrity", List.of("false")));

    /** Greatest values of the other properties that are numbers. */
    private static final Map<String, Integer> NUMBERS = Map.of(
            "hotspotdatafraction", 1, "hotspotopnfraction", 1, "exponential.frac", 1, "exponential.percentile", 100);

    public WorkloadFile {
        properties = Map.copyOf(properties);
    }

    /** Whether a property states the operations of a trial. */
    public static boolean isOperation(String property) {
        return OPERATIONS.contains(property);
    }

    /**
     * Reads a file.
     *
     * @param otherwise data for properties that the file leaves out
     * @throws IllegalArgumentException with one line that names file and property, if a property is refused
     */
    public static WorkloadFile read(Path file, DataSetSpec otherwise) throws IOException {
        Properties all = new Properties();
        // Latin-1, as YCSB reads it
        try (InputStream bytes = Files.newInputStream(file)) {
            all.load(bytes);
        }
        return new Reading(file + ": ", all).workload(otherwise);
    }

    /**
     * Checks properties that are not in a file.
     *
     * @throws IllegalArgumentException with one line that names the property, if one is refused
     */
    public static WorkloadFile of(Map<String, String> properties, DataSetSpec otherwise) {
        Properties all = new Properties();
        all.putAll(properties);
        return new Reading("", all).workload(otherwise);
    }

    /** The state of one reading; the place is the start of its messages. */
    private record Reading(String place, Properties all) {

        WorkloadFile workload(DataSetSpec otherwise) {
            Map<String, String> operations = new TreeMap<>();
            for (String name : all.stringPropertyNames()) {
                check(name, all.getProperty(name).strip());
                if (OPERATIONS.contains(name)) {
                    operations.put(name, all.getProperty(name).strip());
                }
            }
            double reads = share("readproportion", 0.95);
            double updates = share("updateproportion", 0.05);
            double inserts = share("insertproportion", 0);
            double scans = share("scanproportion", 0);
            double both = share("readmodifywriteproportion", 0);
            double read = reads + scans + both;
            double all = read + updates + inserts + both;
            if (!(all > 0)) {
                throw refused("readproportion", "proportions with a sum above 0", "0");
            }
            for (String name : OPERATIONS) {
                if (name.endsWith("proportion")) {
                    operations.put(name, Double.toString(share(name, fallback(name))));
                }
            }
            checkScanLengths(scans > 0);
            Workload workload = Workload.ofReadRatio(read / all);
            if (scans > 0) {
                workload = workload.with(WorkloadFeature.SCAN_SHARE, scans / read);
            }
            long mostRecords = (long) (DataSetSpec.MOST_OPERATIONS / Math.max(1, otherwise.updateFraction()));
            DataSetSpec data = new DataSetSpec(
                    whole("recordcount", otherwise.records(), Math.min(MOST, mostRecords)),
                    (int) whole("fieldcount", otherwise.fields(), MOST),
                    (int) whole("fieldlength", otherwise.fieldBytes(), MOST),
                    otherwise.updateFraction());
            checkKeys(data.records());
            double fresh = share(REUSE_FRESH, 0);
            if (this.all.containsKey(REUSE_MEAN)) {
                if (whole(REUSE_MEAN, 1, data.records()) == data.records() && fresh > 0) {
                    throw refused(REUSE_FRESH, "0, because " + REUSE_MEAN + " is all rows", Double.toString(fresh));
                }
                if (data.records() > DataSetSpec.MOST_REUSED) {
                    throw refused(
                            REUSE_MEAN,
                            "at most " + DataSetSpec.MOST_REUSED
                                    + " records, because the client has their keys in memory",
                            Long.toString(data.records()));
                }
            }
            Optional<Integer> threads = this.all.containsKey("threadcount")
                    ? Optional.of((int) whole("threadcount", 1, MOST))
                    : Optional.empty();
            return new WorkloadFile(workload, data, threads, operations);
        }

        private void check(String name, String value) {
            if (CHOICES.containsKey(name)) {
                List<String> choices = CHOICES.get(name);
                if (!choices.contains(value)) {
                    throw refused(name, (choices.size() > 1 ? "one of " : "") + String.join(", ", choices), value);
                }
            } else if (NUMBERS.containsKey(name)) {
                number(name, 0, NUMBERS.get(name));
            } else if (!OPERATIONS.contains(name)
                    && !IGNORED.contains(name)
                    && !Set.of("recordcount", "fieldcount", "fieldlength", "threadcount")
                            .contains(name)) {
                throw new IllegalArgumentException(place + name + ": expected a property that trials support,"
                        + " found another. Remove it; docs/trials.md lists them.");
            }
        }

        /** The load generator fails if it cannot draw a length. Without a greatest length, trials with scans have their own. */
        private void checkScanLengths(boolean hasScans) {
            long most = whole(MOST_SCANNED, hasScans ? ScanShareDriver.MAX_ROWS : MOST, MOST);
            long least = whole(LEAST_SCANNED, 1, MOST);
            if (least > most) {
                throw refused(
                        LEAST_SCANNED,
                        "at most " + most + ", the " + (all.containsKey(MOST_SCANNED) ? "" : "default ") + MOST_SCANNED,
                        Long.toString(least));
            }
        }

        /**
         * The load generator divides by the rows of each part of a hotspot that it uses. At percentile 0 it never draws an existing row.
         *
         * @param records rows of the table
         */
        private void checkKeys(long records) {
            String distribution = all.getProperty("requestdistribution", "").strip();
            if (distribution.equals("hotspot")) {
                double operations = share("hotspotopnfraction", 0.8);
                double fraction = share("hotspotdatafraction", 0.2);
                long hot = (long) (records * fraction);
                if ((operations > 0 && hot == 0) || (operations < 1 && hot == records)) {
                    throw refused(
                            "hotspotdatafraction",
                            "rows inside and outside the hot spot, of " + records,
                            Double.toString(fraction));
                }
            }
            if (distribution.equals("exponential") && number("exponential.percentile", 95, 100) < 1) {
                throw refused("exponential.percentile", "a number 1..100", all.getProperty("exponential.percentile"));
            }
        }

        private static double fallback(String name) {
            return switch (name) {
                case "readproportion" -> 0.95;
                case "updateproportion" -> 0.05;
                default -> 0;
            };
        }

        private double share(String name, double fallback) {
            return number(name, fallback, 1);
        }

        private double number(String name, double fallback, int most) {
            String text = all.getProperty(name, Double.toString(fallback)).strip();
            try {
                double value = Double.parseDouble(text);
                if (value >= 0 && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // refused below
            }
            throw refused(name, "a number 0.." + most, text);
        }

        /** A whole number from 1. */
        private long whole(String name, long fallback, long most) {
            String stated = all.getProperty(name);
            if (stated == null) {
                return fallback;
            }
            String text = stated.strip();
            if (text.matches("\\d{1,9}") && Long.parseLong(text) >= 1 && Long.parseLong(text) <= most) {
                return Long.parseLong(text);
            }
            throw refused(name, "a whole number from 1 to " + most, text);
        }

        private IllegalArgumentException refused(String name, String expected, String found) {
            return new IllegalArgumentException(
                    place + name + ": expected " + expected + ", found " + found + ". Correct it.");
        }
    }
}
