package io.rafiki.trainer.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A mean with its 95 % confidence interval by Student's t distribution, or a {@linkplain Median#interval median} with its own.
 *
 * @param mean {@link Double#NaN} if there is none
 * @param low lower end; {@link Double#NaN} with fewer than two values
 * @param high upper end; {@link Double#NaN} with fewer than two values
 */
public record ConfidenceInterval(double mean, double low, double high) {

    private static final double QUANTILE = 0.975;

    /**
     * The interval of the mean of independent values.
     *
     * @param values {@link Double#NaN} marks a missing value
     */
    public static ConfidenceInterval of(double[] values) {
        double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
        int n = finite.length;
        return n < 2
                ? new ConfidenceInterval(n == 0 ? Double.NaN : finite[0], Double.NaN, Double.NaN)
                : of(StatUtils.mean(finite), Math.sqrt(StatUtils.variance(finite) / n), n - 1.0);
    }

    /**
     * The interval of an estimate.
     *
     * @param standardError standard error of the estimate, 0 or more
     * @param freedom degrees of freedom of the standard error, above 0, not necessarily whole
     */
    public static ConfidenceInterval of(double estimate, double standardError, double freedom) {
        double half = new TDistribution(freedom).inverseCumulativeProbability(QUANTILE) * standardError;
        return new ConfidenceInterval(estimate, estimate - half, estimate + half);
    }

    /** Half of the interval's width. */
    public double half() {
        return (high - low) / 2;
    }

    public ConfidenceInterval negated() {
        return new ConfidenceInterval(-mean, -high, -low);
    }

    /** The interval on another scale, for example after exponentiation. */
    public ConfidenceInterval on(DoubleUnaryOperator growing) {
        return new ConfidenceInterval(
                growing.applyAsDouble(mean), growing.applyAsDouble(low), growing.applyAsDouble(high));
    }
}
