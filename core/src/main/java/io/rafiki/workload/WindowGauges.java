package io.rafiki.workload;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of the node: tail latency and queues, at one moment or averaged over a window; NaN if not reported. No decision uses them.
 *
 * @param readP99Micros 99th percentile of clients' single-partition reads in microseconds, by Cassandra's own metric, in which the last
 *     minute has the most weight
 * @param writeP99Micros the same for writes
 * @param pendingReads replica reads that wait for a thread
 * @param pendingWrites replica writes that wait for a thread
 * @param pendingRequests client requests that wait for a thread
 * @param pendingCompactions pending and running compactions
 * @param sstablesPerRead sstables per read, in the keyspace with the most reads
 */
public record WindowGauges(
        double readP99Micros,
        double writeP99Micros,
        double pendingReads,
        double pendingWrites,
        double pendingRequests,
        double pendingCompactions,
        double sstablesPerRead) {

    /** A node without gauges. */
    public static final WindowGauges UNKNOWN =
            new WindowGauges(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The mean of each gauge over the moments at which it is known. */
    static WindowGauges mean(List<WindowGauges> moments) {
        return new WindowGauges(
                mean(moments, WindowGauges::readP99Micros),
                mean(moments, WindowGauges::writeP99Micros),
                mean(moments, WindowGauges::pendingReads),
                mean(moments, WindowGauges::pendingWrites),
                mean(moments, WindowGauges::pendingRequests),
                mean(moments, WindowGauges::pendingCompactions),
                mean(moments, WindowGauges::sstablesPerRead));
    }

    private static double mean(List<WindowGauges> moments, ToDoubleFunction<WindowGauges> gauge) {
        return moments.stream()
                .mapToDouble(gauge)
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }
}
