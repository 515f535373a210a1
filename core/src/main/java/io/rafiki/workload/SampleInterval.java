package io.rafiki.workload;

/**
 * The operations between two consecutive samples, the smallest unit of a window.
 *
 * @param nanos length in nanoseconds
 * @param counts operations
 * @param clients completed client requests
 * @param gauges gauges at its end
 */
record SampleInterval(long nanos, OperationCounts counts, ClientCounts clients, WindowGauges gauges) {

    SampleInterval(long nanos, long reads, long writes, long scans) {
        this(nanos, new OperationCounts(reads, writes, scans), ClientCounts.NONE, WindowGauges.UNKNOWN);
    }

    long operations() {
        return counts.total();
    }
}
