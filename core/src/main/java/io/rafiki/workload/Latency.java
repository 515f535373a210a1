package io.rafiki.workload;

import java.util.List;

/**
 * How long the requests of clients took in a window, reads and writes apart: their mix may move a little from window to window, and
 * what a request takes must not move with it.
 *
 * @param reads of single partitions and ranges
 * @param writes of all kinds
 */
public record Latency(Delay reads, Delay writes) {

    /** Nothing is known. */
    public static final Latency UNKNOWN = new Latency(Delay.UNKNOWN, Delay.UNKNOWN);

    static Latency of(List<Slice> slices) {
        return new Latency(
                Delay.of(slices, ClientCounts::reads, ClientCounts::readMicros),
                Delay.of(slices, ClientCounts::writes, ClientCounts::writeMicros));
    }

    /** What a request takes at a read ratio; unknown if a kind that it holds is. */
    public Delay at(double readRatio) {
        double writeRatio = 1 - readRatio;
        return new Delay(
                part(readRatio, reads.micros()) + part(writeRatio, writes.micros()),
                Math.hypot(part(readRatio, reads.error()), part(writeRatio, writes.error())));
    }

    private static double part(double share, double of) {
        return share == 0 ? 0 : share * of;
    }
}
