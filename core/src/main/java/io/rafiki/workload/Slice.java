package io.rafiki.workload;

/**
 * The operations between two successive samples: the grain of a window.
 *
 * @param nanos length in nanoseconds
 * @param reads single-partition reads
 * @param writes partition updates
 * @param scans range reads
 * @param clients requests that ended in it
 * @param gauges at its end
 */
record Slice(long nanos, long reads, long writes, long scans, ClientCounts clients, Gauges gauges) {

    Slice(long nanos, long reads, long writes, long scans) {
        this(nanos, reads, writes, scans, ClientCounts.NONE, Gauges.UNKNOWN);
    }

    long readsAndScans() {
        return reads + scans;
    }

    long operations() {
        return reads + writes + scans;
    }
}
