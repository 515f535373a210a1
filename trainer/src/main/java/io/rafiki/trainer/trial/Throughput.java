package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.Arrays;
import java.util.List;

/**
 * Operations per second in the measured part of a trial.
 *
 * @param mean mean of the measured seconds (AOPS, Rafiki §3.2)
 * @param low lower end of the 95 % confidence interval of the mean, at least 0
 * @param high upper end of the 95 % confidence interval of the mean
 * @param perSecond one value per measured second
 */
public record Throughput(double mean, double low, double high, List<Double> perSecond) {

    public Throughput {
        perSecond = List.copyOf(perSecond);
    }

    /**
     * The mean of the series and Student's confidence interval.
     *
     * <p>Neighbouring seconds are correlated, so n of them carry less information than n independent ones. The interval uses the
     * effective number {@code n (1 - r) / (1 + r)} with the lag-1 autocorrelation {@code r} if that is positive, and at least 2.
     */
    public static Throughput of(double[] perSecond) {
        return of(perSecond, 2);
    }

    /** @param least smallest effective number of values */
    static Throughput of(double[] perSecond, double least) {
        int n = perSecond.length;
        if (n < 2) {
            throw new IllegalArgumentException("throughput: expected at least 2 seconds, found " + n);
        }
        double mean = Arrays.stream(perSecond).average().orElseThrow();
        double variance = 0;
        double covariance = 0;
        for (int i = 0; i < n; i++) {
            variance += (perSecond[i] - mean) * (perSecond[i] - mean);
            covariance += i == 0 ? 0 : (perSecond[i] - mean) * (perSecond[i - 1] - mean);
        }
        double lag1 = variance == 0 ? 0 : Math.max(0, covariance / variance);
        double effective = Math.max(least, n * (1 - lag1) / (1 + lag1));
        ConfidenceInterval interval =
                ConfidenceInterval.of(mean, Math.sqrt(variance / (n - 1) / effective), effective - 1);
        return new Throughput(
                round(mean),
                round(Math.max(0, interval.low())),
                round(interval.high()),
                Arrays.stream(perSecond).mapToObj(Throughput::round).toList());
    }

    Throughput times(double factor) {
        return new Throughput(
                mean * factor,
                low * factor,
                high * factor,
                perSecond.stream().map(second -> second * factor).toList());
    }

    /** The longest sequence of seconds without an operation. */
    int longestStall() {
        int longest = 0;
        int now = 0;
        for (double operations : perSecond) {
            now = operations == 0 ? now + 1 : 0;
            longest = Math.max(longest, now);
        }
        return longest;
    }

    static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
