package io.rafiki.trainer.trial;

import org.HdrHistogram.Histogram;

/**
 * Client-side latencies of one operation in the measured part of a trial, in microseconds.
 *
 * @param count number of operations
 */
public record TrialLatency(long count, double mean, long p50, long p95, long p99, long max) {

    static TrialLatency of(Histogram histogram) {
        return new TrialLatency(
                histogram.getTotalCount(),
                Math.round(histogram.getMean() * 10) / 10.0,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(95),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
