package io.rafiki.trainer.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The mean of a series in time with its standard error.
 *
 * @param mean of the values
 * @param standardError of the mean
 * @param freedom degrees of freedom of the standard error
 */
public record SeriesMean(double mean, double standardError, double freedom) {

    /**
     * The mean of one series.
     *
     * <p>Neighbouring values are correlated, so n of them carry less information than n independent ones. The standard error uses the
     * effective number {@code n (1 - r) / (1 + r)} with the lag-1 autocorrelation {@code r} if that is positive.
     *
     * @param values two or more
     * @param least smallest effective number of values, 2 or more
     */
    public static SeriesMean of(double[] values, double least) {
        int n = values.length;
        if (n < 2) {
            throw new IllegalArgumentException("series: expected at least 2 values, found " + n);
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = 0;
        double covariance = 0;
        for (int i = 0; i < n; i++) {
            variance += (values[i] - mean) * (values[i] - mean);
            covariance += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
        }
        double lag1 = variance == 0 ? 0 : Math.max(0, covariance / variance);
        double effective = Math.max(least, n * (1 - lag1) / (1 + lag1));
        return new SeriesMean(mean, Math.sqrt(variance / (n - 1) / effective), effective - 1);
    }

    /** The mean of all values of several independent series, each with two or more values. */
    public static SeriesMean of(List<double[]> parts) {
        double count = parts.stream().mapToInt(part -> part.length).sum();
        double mean = 0;
        double variance = 0;
        double spread = 0;
        for (double[] part : parts) {
            SeriesMean one = of(part, 2);
            double weight = part.length / count;
            double own = weight * weight * one.standardError * one.standardError;
            mean += weight * one.mean;
            variance += own;
            spread += own * own / one.freedom;
        }
        return new SeriesMean(mean, Math.sqrt(variance), spread == 0 ? count : variance * variance / spread);
    }

    /** The 95 % confidence interval. */
    public ConfidenceInterval interval() {
        return ConfidenceInterval.of(mean, standardError, freedom);
    }

    /** The one-sided upper confidence bound at a level such as 0.95. */
    public double upper(double level) {
        return mean + new TDistribution(freedom).inverseCumulativeProbability(level) * standardError;
    }

    /** The relative difference from another mean: 0.1 for 10 % more. By Welch's method on the logarithms, so both means are above 0. */
    public ConfidenceInterval over(SeriesMean other) {
        return difference(
                        Math.log(mean / other.mean),
                        standardError / mean,
                        freedom,
                        other.standardError / other.mean,
                        other.freedom)
                .on(Math::expm1);
    }

    /** The absolute difference from another mean, by Welch's method. */
    public ConfidenceInterval minus(SeriesMean other) {
        return difference(mean - other.mean, standardError, freedom, other.standardError, other.freedom);
    }

    private static ConfidenceInterval difference(
            double estimate, double error, double freedom, double otherError, double otherFreedom) {
        double variance = error * error + otherError * otherError;
        double spread = Math.pow(error, 4) / freedom + Math.pow(otherError, 4) / otherFreedom;
        return ConfidenceInterval.of(
                estimate, Math.sqrt(variance), spread == 0 ? freedom + otherFreedom : variance * variance / spread);
    }
}
