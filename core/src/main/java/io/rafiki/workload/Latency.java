package io.rafiki.workload;

import java.util.List;

/**
 * Mean latencies of client requests in a window, separately for reads and writes, so that a comparison is independent of their mix.
 *
 * @param reads reads of single partitions and ranges
 * @param writes writes of all kinds
 */
public record Latency(MeanLatency reads, MeanLatency writes) {

    /** Unknown latencies. */
    public static final Latency UNKNOWN = new Latency(MeanLatency.UNKNOWN, MeanLatency.UNKNOWN);

    static Latency of(List<SampleInterval> slices) {
        return new Latency(
                MeanLatency.of(slices, ClientCounts::reads, ClientCounts::readMicros),
                MeanLatency.of(slices, ClientCounts::writes, ClientCounts::writeMicros));
    }

    /** The latencies of several windows, weighted by their requests. */
    static Latency together(List<Window> windows) {
        return new Latency(
                MeanLatency.together(windows, window -> window.latency().reads(), ClientCounts::reads),
                MeanLatency.together(windows, window -> window.latency().writes(), ClientCounts::writes));
    }

    /** Whether the latency of any kind of request is known. */
    public boolean isMeasured() {
        return reads.isMeasured() || writes.isMeasured();
    }

    /** The mean latency at a read ratio; unknown if one of its parts is unknown. */
    public MeanLatency at(double readRatio) {
        double writeRatio = 1 - readRatio;
        return new MeanLatency(
                part(readRatio, reads.micros()) + part(writeRatio, writes.micros()),
                Math.hypot(part(readRatio, reads.error()), part(writeRatio, writes.error())));
    }

    private static double part(double share, double of) {
        return share == 0 ? 0 : share * of;
    }
}
