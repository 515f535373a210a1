package io.rafiki.node;

import java.util.List;

/**
 * The live data files of a table on one disk.
 *
 * @param bytes size of each file, the oldest first
 * @param flushed mean bytes of the table's flushes to the disk; 0 before the first flush since the node's start
 * @param disks number of disks with files of the table, each of which has a part of the tokens
 */
public record TableFiles(List<Long> bytes, double flushed, int disks) {

    /** The mean at the time of a change is between the quotient and the product of its estimate and this factor. */
    private static final double FACTOR = 1.25;

    public TableFiles {
        bytes = List.copyOf(bytes);
    }

    /** Files on the only disk. */
    public TableFiles(List<Long> bytes, double flushed) {
        this(bytes, flushed, 1);
    }

    /** Files of a table that was not flushed yet. */
    public static TableFiles of(List<Long> bytes) {
        return new TableFiles(bytes, 0);
    }

    /**
     * The size of a flush in bytes; 0 if none was seen. The first one might follow soon, and be as large as the smallest file.
     *
     * @param deviation 0 for the estimate, -1 for its lower limit, 1 for its upper limit
     */
    public double flush(double deviation) {
        if (flushed > 0) {
            return flushed * Math.pow(FACTOR, deviation);
        }
        return deviation > 0 ? bytes.stream().mapToLong(Long::longValue).min().orElse(0) : 0;
    }
}
