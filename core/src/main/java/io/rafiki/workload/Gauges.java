package io.rafiki.workload;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a node says of itself beside its counters: the tail of its answers, and what waits. At one moment, or on average over a window; NaN
 * where the node does not tell. Nothing is decided by them.
 *
 * @param readP99Micros microseconds within which 99 of 100 of clients' single-partition reads are answered, as Cassandra's own metric
 *     has it, in which the last minute weighs most
 * @param writeP99Micros the same of writes
 * @param pendingReads reads of replicas that wait for a thread
 * @param pendingWrites writes of replicas that wait for a thread
 * @param pendingRequests requests of clients that wait for a thread
 * @param pendingCompactions compactions that are due or under way
 * @param sstablesPerRead sstables that a read looks into, in the keyspace that is read most
 */
public record Gauges(
        double readP99Micros,
        double writeP99Micros,
        double pendingReads,
        double pendingWrites,
        double pendingRequests,
        double pendingCompactions,
        double sstablesPerRead) {

    /** Of a node that tells nothing. */
    public static final Gauges UNKNOWN =
            new Gauges(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Each on average over the moments at which it is known. */
    static Gauges mean(List<Gauges> moments) {
        return new Gauges(
                mean(moments, Gauges::readP99Micros),
                mean(moments, Gauges::writeP99Micros),
                mean(moments, Gauges::pendingReads),
                mean(moments, Gauges::pendingWrites),
                mean(moments, Gauges::pendingRequests),
                mean(moments, Gauges::pendingCompactions),
                mean(moments, Gauges::sstablesPerRead));
    }

    private static double mean(List<Gauges> moments, ToDoubleFunction<Gauges> gauge) {
        return moments.stream()
                .mapToDouble(gauge)
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }
}
