package io.rafiki.trainer.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A mean and the 95 % interval that Student's t gives it.
 *
 * @param mean {@link Double#NaN} if there is none
 * @param low end of the interval; {@link Double#NaN} with fewer than two values
 * @param high end of the interval; {@link Double#NaN} with fewer than two values
 */
public record Interval(double mean, double low, double high) {

    private static final double QUANTILE = 0.975;

    /**
     * Of the mean of values that are independent of each other.
     *
     * @param values {@link Double#NaN} where there is none
     */
    public static Interval of(double[] values) {
        double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
        int n = finite.length;
        return n < 2
                ? new Interval(n == 0 ? Double.NaN : finite[0], Double.NaN, Double.NaN)
                : of(StatUtils.mean(finite), Math.sqrt(StatUtils.variance(finite) / n), n - 1.0);
    }

    /**
     * Of an estimate.
     *
     * @param standardError of it, 0 or more
     * @param freedom degrees of freedom of the standard error, above 0; need not be whole
     */
    public static Interval of(double estimate, double standardError, double freedom) {
        double half = new TDistribution(freedom).inverseCumulativeProbability(QUANTILE) * standardError;
        return new Interval(estimate, estimate - half, estimate + half);
    }

    /** Half of its width. */
    public double half() {
        return (high - low) / 2;
    }

    /** The interval of the opposite differences. */
    public Interval negated() {
        return new Interval(-mean, -high, -low);
    }

    /** The interval on another scale, such as of logarithms and what they are logarithms of. */
    public Interval on(DoubleUnaryOperator growing) {
        return new Interval(growing.applyAsDouble(mean), growing.applyAsDouble(low), growing.applyAsDouble(high));
    }
}
