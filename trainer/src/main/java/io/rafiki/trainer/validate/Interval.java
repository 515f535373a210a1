package io.rafiki.trainer.validate;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A mean over repeats and the 95 % interval that Student's t gives it.
 *
 * <p>Repeats share rows, so the interval is one for other draws of the same table, not for other tables.
 *
 * @param mean of the repeats that have the figure; {@link Double#NaN} if none has
 * @param low end of the interval; {@link Double#NaN} with fewer than two repeats
 * @param high end of the interval; {@link Double#NaN} with fewer than two repeats
 */
record Interval(double mean, double low, double high) {

    private static final double QUANTILE = 0.975;

    /** @param repeats one value each; {@link Double#NaN} where the figure does not exist */
    static Interval of(double[] repeats) {
        double[] values = Arrays.stream(repeats).filter(Double::isFinite).toArray();
        if (values.length < 2) {
            return new Interval(values.length == 0 ? Double.NaN : values[0], Double.NaN, Double.NaN);
        }
        double mean = StatUtils.mean(values);
        double half = new TDistribution(values.length - 1).inverseCumulativeProbability(QUANTILE)
                * Math.sqrt(StatUtils.variance(values) / values.length);
        return new Interval(mean, mean - half, mean + half);
    }

    /** The interval of the opposite differences. */
    Interval negated() {
        return new Interval(-mean, -high, -low);
    }
}
