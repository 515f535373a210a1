package io.rafiki.trainer.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The times at which the mean of a series changes: the CUSUM test (Page 1954; Brown, Durbin and Evans 1975) with binary segmentation.
 *
 * <p>Neighbouring values may be correlated. The test divides by the long-run deviation of the residuals, which is
 * {@code s sqrt((1 + r) / (1 - r))} with their lag-1 autocorrelation {@code r}, if that is positive. A stretch without a significant
 * change is never selected for its flatness: the series is only cut where a change is significant.
 */
public final class ChangePoints {

    /** The 99.9 % quantile of the maximum of a Brownian bridge. */
    private static final double CRITICAL = 1.95;

    /** Shortest part between two changes, in values. */
    private static final int SHORTEST = 4;

    private static final double MAX_CORRELATION = 0.9;

    private ChangePoints() {}

    /**
     * The indices of the first values after each change, ascending; empty without a change.
     *
     * @param smallest smallest change that counts, as a share of the mean of the series
     */
    public static List<Integer> of(double[] values, double smallest) {
        List<Integer> changes = new ArrayList<>();
        double mean = Arrays.stream(values).average().orElse(0);
        split(values, 0, values.length, Math.abs(mean) * smallest, changes);
        return changes;
    }

    private static void split(double[] values, int from, int to, double smallest, List<Integer> changes) {
        int n = to - from;
        if (n < 2 * SHORTEST) {
            return;
        }
        double mean = mean(values, from, to);
        double sum = 0;
        double greatest = 0;
        int at = -1;
        for (int k = from; k < to - SHORTEST; k++) {
            sum += values[k] - mean;
            if (k + 1 - from >= SHORTEST && Math.abs(sum) > greatest) {
                greatest = Math.abs(sum);
                at = k + 1;
            }
        }
        if (at < 0) {
            return;
        }
        double step = Math.abs(mean(values, at, to) - mean(values, from, at));
        if (step < smallest || greatest < CRITICAL * longRunDeviation(values, from, at, to) * Math.sqrt(n)) {
            return;
        }
        split(values, from, at, smallest, changes);
        changes.add(at);
        split(values, at, to, smallest, changes);
    }

    /** The long-run deviation of the residuals from a mean before {@code at} and another one after it. */
    private static double longRunDeviation(double[] values, int from, int at, int to) {
        double before = mean(values, from, at);
        double after = mean(values, at, to);
        double variance = 0;
        double covariance = 0;
        double last = 0;
        for (int i = from; i < to; i++) {
            double residual = values[i] - (i < at ? before : after);
            variance += residual * residual;
            covariance += i == from ? 0 : residual * last;
            last = residual;
        }
        if (variance == 0) {
            return 0;
        }
        double estimate = covariance / variance;
        // the estimate of a short series is too low by about (1 + 4 r) / n (Kendall 1954)
        double unbiased = estimate + (1 + 4 * estimate) / (to - from);
        double correlation = Math.min(MAX_CORRELATION, Math.max(0, unbiased));
        return Math.sqrt(variance / (to - from - 2) * (1 + correlation) / (1 - correlation));
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElseThrow();
    }
}
