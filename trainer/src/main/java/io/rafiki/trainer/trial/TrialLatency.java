package io.rafiki.trainer.trial;

import java.util.Collections;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Client-side latencies of one operation in the measured part of a trial, in microseconds.
 *
 * @param count number of operations
 */
public record TrialLatency(long count, double mean, long p50, long p95, long p99, long max) {

    /** Units of the greatest weight; weights are counts of a histogram. */
    private static final double UNITS = 1000;

    static TrialLatency of(Histogram histogram) {
        return of(histogram, histogram.getTotalCount());
    }

    /**
     * The latencies of several parts, of which each operation has a weight.
     *
     * @param parts histogram of each part to the weight of its operations
     */
    static TrialLatency weighted(Map<Histogram, Double> parts) {
        double greatest = Collections.max(parts.values());
        Histogram sum = new Histogram(3);
        parts.forEach((part, weight) -> {
            long units = Math.round(UNITS * weight / greatest);
            if (units > 0) {
                part.recordedValues()
                        .forEach(value -> sum.recordValueWithCount(
                                value.getValueIteratedTo(), units * value.getCountAtValueIteratedTo()));
            }
        });
        return of(
                sum, parts.keySet().stream().mapToLong(Histogram::getTotalCount).sum());
    }

    private static TrialLatency of(Histogram histogram, long count) {
        return new TrialLatency(
                count,
                Math.round(histogram.getMean() * 10) / 10.0,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(95),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
