package io.rafiki.trainer.trial;

import org.HdrHistogram.Histogram;

/**
 * Latencies of one operation in the measured part of a trial, in microseconds, as the client saw them.
 *
 * @param count operations
 */
public record Latency(long count, double mean, long p50, long p95, long p99, long max) {

    static Latency of(Histogram histogram) {
        return new Latency(
                histogram.getTotalCount(),
                Math.round(histogram.getMean() * 10) / 10.0,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(95),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
