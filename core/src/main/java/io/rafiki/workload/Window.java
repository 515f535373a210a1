package io.rafiki.workload;

import java.time.Duration;
import java.time.Instant;

/**
 * The operations on all user tables over a stretch of time, from differences of counters.
 *
 * @param start wall-clock start, for people; lengths come from the monotonic clock
 * @param length monotonic length
 * @param reads single-partition reads
 * @param writes partition updates
 * @param scans range reads
 * @param dispersion variance of the read ratio among the window's samples over that of independent operations, at least 1
 * @param pace how fast the operations came, and whether that changed
 * @param clients requests of clients that the node coordinated; the counts above are those of its replicas
 * @param latency how long clients' requests took
 * @param gauges what the node said of itself, on average
 * @param state whether it may be decided upon
 * @param detail what made it invalid, with numbers; empty if valid
 */
public record Window(
        Instant start,
        Duration length,
        long reads,
        long writes,
        long scans,
        double dispersion,
        Pace pace,
        ClientCounts clients,
        Latency latency,
        Gauges gauges,
        WindowState state,
        String detail) {

    /** Of a node that tells nothing of its clients and of itself. */
    public Window(
            Instant start,
            Duration length,
            long reads,
            long writes,
            long scans,
            double dispersion,
            Pace pace,
            WindowState state,
            String detail) {
        this(
                start,
                length,
                reads,
                writes,
                scans,
                dispersion,
                pace,
                ClientCounts.NONE,
                Latency.UNKNOWN,
                Gauges.UNKNOWN,
                state,
                detail);
    }

    public Instant end() {
        return start.plus(length);
    }

    public boolean valid() {
        return state == WindowState.VALID;
    }

    public long operations() {
        return reads + writes + scans;
    }

    /** Share of reads and scans among all operations; {@link Double#NaN} if there were none. */
    public double readRatio() {
        return operations() == 0 ? Double.NaN : (reads + scans) / (double) operations();
    }

    public double operationsPerSecond() {
        return length.isZero() ? 0 : operations() / (length.toNanos() / 1e9);
    }
}
