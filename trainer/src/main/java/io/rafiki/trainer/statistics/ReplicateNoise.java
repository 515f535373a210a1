package io.rafiki.trainer.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The noise of replicates: the pooled standard deviation of measurements about the mean of their group.
 *
 * <pre>deviation = sqrt(sum ((x - mean of its group) / unit)^2 / degrees)</pre>
 *
 * @param deviation in the unit; 0 without replicates
 * @param degrees degrees of freedom: measurements beyond the first of each group whose unit is not 0
 */
public record ReplicateNoise(double deviation, int degrees) {

    /** The noise as a share of each group's mean, the pooled coefficient of variation. A group with the mean 0 adds nothing. */
    public static ReplicateNoise relative(Collection<double[]> groups) {
        return pooled(groups, ReplicateNoise::mean);
    }

    /** The noise in a unit that all groups share. */
    public static ReplicateNoise in(double unit, Collection<double[]> groups) {
        return pooled(groups, group -> unit);
    }

    private static ReplicateNoise pooled(Collection<double[]> groups, ToDoubleFunction<double[]> units) {
        double squares = 0;
        int degrees = 0;
        for (double[] group : groups) {
            double unit = units.applyAsDouble(group);
            if (unit == 0) {
                continue;
            }
            double middle = mean(group) / unit;
            for (double value : group) {
                squares += (value / unit - middle) * (value / unit - middle);
            }
            degrees += Math.max(0, group.length - 1);
        }
        return new ReplicateNoise(degrees == 0 ? 0 : Math.sqrt(squares / degrees), degrees);
    }

    private static double mean(double[] group) {
        return Arrays.stream(group).average().orElse(0);
    }
}
