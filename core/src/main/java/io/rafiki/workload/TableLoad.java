package io.rafiki.workload;

/**
 * The load of one table.
 *
 * @param operations recent operations, an exponentially decaying sum
 * @param window operations since the last window closed
 */
public record TableLoad(double operations, OperationCounts window) {

    /** The load of a table that is not used. */
    public static final TableLoad NONE = new TableLoad(0, OperationCounts.NONE);
}
