package io.rafiki.node;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The live data files of a table on one disk.
 *
 * @param bytes size of each file
 * @param flushed mean bytes on disk of the table's flushes; empty if it is unknown, then that of the smallest file counts
 */
public record TableFiles(List<Long> bytes, OptionalDouble flushed) {

    /** The true size of a flush is between the quotient and the product of its estimate and one of these factors. */
    private static final double MEASURED_FACTOR = 1.25;

    private static final double ASSUMED_FACTOR = 2;

    public TableFiles {
        bytes = List.copyOf(bytes);
    }

    /** Files of a table whose flushes are unknown. */
    public static TableFiles of(List<Long> bytes) {
        return new TableFiles(bytes, OptionalDouble.empty());
    }

    /**
     * The size of a flush in bytes.
     *
     * @param deviation 0 for the estimate, -1 for its lower limit, 1 for its upper limit
     */
    public double flush(double deviation) {
        double estimate = flushed.orElseGet(
                () -> bytes.stream().mapToLong(Long::longValue).min().orElse(0));
        return estimate * Math.pow(flushed.isPresent() ? MEASURED_FACTOR : ASSUMED_FACTOR, deviation);
    }
}
