package io.rafiki.trainer.ycsb;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The contents of a data set before a trial.
 *
 * @param records number of rows
 * @param fields columns per row
 * @param fieldBytes bytes per column
 * @param updateFraction updates after loading, as a share of the rows; each update writes one field, so rows are spread over several sstables
 */
public record DataSetSpec(long records, int fields, int fieldBytes, double updateFraction) {

    /** Maximum number of rows, and of updates after loading, because YCSB counts operations in 32 bits. */
    public static final long MOST_OPERATIONS = Integer.MAX_VALUE;

    /** Maximum number of rows with a reuse distance. The client needs 8 bytes for each, and half of its heap of 512 MB is for them. */
    public static final long MOST_REUSED = 32_000_000;

    /** A node that writes or compacts fewer per second has failed. */
    private static final double LEAST_WRITES = 1000;

    private static final double LEAST_BYTES = 1e6;

    public DataSetSpec {
        if (records < 1 || fields < 1 || fieldBytes < 1 || !(updateFraction >= 0)) {
            throw new IllegalArgumentException("data: expected at least one record, field and byte, found " + records
                    + ", " + fields + ", " + fieldBytes + ", update fraction " + updateFraction);
        }
    }

    public long bytes() {
        return records * fields * fieldBytes;
    }

    /** Bytes written while loading, before compaction removes overwritten values. */
    public long writtenBytes() {
        return bytes() + Math.round(records * updateFraction) * fieldBytes;
    }

    /**
     * The time limit of a step that writes or compacts all rows, at 1,000 writes and 1 MB per second.
     *
     * @param least time limit of small data sets
     */
    public Duration timeLimit(Duration least) {
        double writes = records * (1 + updateFraction);
        double seconds = Math.max(writes / LEAST_WRITES, writtenBytes() / LEAST_BYTES);
        return Duration.ofSeconds(Math.max(least.toSeconds(), Math.round(seconds)));
    }

    /** The YCSB properties of this shape. */
    public Map<String, String> ycsb() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("recordcount", Long.toString(records));
        properties.put("fieldcount", Integer.toString(fields));
        properties.put("fieldlength", Integer.toString(fieldBytes));
        return properties;
    }
}
