package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The measured part of a trial on one state of the node's files.
 *
 * @param result YCSB's result of the closed loop, including warm-up
 * @param begin first measured second of the closed loop
 * @param end first second after the measured ones
 * @param rate throughput in this state
 * @param clientBusy share of its processors that the client used in the measured part; null if it cannot be measured
 * @param liveMiB mean size of the live sstables; null if the node does not report it
 */
record MeasuredState(YcsbResult result, int begin, int end, SustainedRate rate, Double clientBusy, Long liveMiB) {

    int seconds() {
        return end - begin;
    }

    /** Number of measured seconds that count. */
    int counted() {
        return seconds() - rate.from();
    }

    /** Latencies by operation of the seconds that count. */
    Map<String, Histogram> latencies() {
        return result.latencies(begin + rate.from(), end);
    }

    /** The 99th percentile of each measured second in microseconds. */
    List<Long> p99() {
        return result.p99(begin, end);
    }
}
