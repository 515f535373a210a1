package io.rafiki.trainer.scenario;

import java.time.Duration;
import java.time.Instant;

/**
 * The operations of clients in one phase.
 *
 * @param start of the phase
 * @param length of the phase, above zero
 * @param reads single-partition reads in all of it
 * @param writes partition updates
 * @param scans range reads
 */
public record TraceRow(Instant start, Duration length, long reads, long writes, long scans) {

    /** @throws IllegalArgumentException if the length is not above zero or a count is negative */
    public TraceRow {
        if (length.isNegative() || length.isZero() || Math.min(reads, Math.min(writes, scans)) < 0) {
            throw new IllegalArgumentException("trace: expected a length above 0 and counts from 0, found " + length
                    + " reads=" + reads + " writes=" + writes + " scans=" + scans);
        }
    }

    public Instant end() {
        return start.plus(length);
    }

    public double operationsPerSecond() {
        return ((double) reads + writes + scans) / (length.toNanos() / 1e9);
    }

    /** Share of reads and scans among all operations; 0 if there are none. */
    public double readRatio() {
        double all = (double) reads + writes + scans;
        return all == 0 ? 0 : ((double) reads + scans) / all;
    }

    /** Share of scans among reads and scans; 0 if there are none. */
    public double scanShare() {
        return reads + scans == 0 ? 0 : scans / ((double) reads + scans);
    }
}
