package io.rafiki.trainer.screen;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.OneWayAnova;

/**
 * What one knob does at one read ratio when it alone is varied: a one-way analysis of variance over its values (Rafiki §3.4.1).
 *
 * @param readRatio share of reads
 * @param values with the mean of each; those with fewer than two good trials are left out
 * @param deviation standard deviation of these means, in operations per second: the height of the bars in Rafiki, Figure 5
 * @param share the deviation as a share of the default configuration's mean
 * @param f between the variance of the means and that within the values
 * @param p probability of such an F, or a greater one, if the knob did nothing
 * @param adjusted p, adjusted for all knobs and read ratios
 */
record Alone(
        double readRatio, List<ValueMean> values, double deviation, double share, double f, double p, double adjusted) {

    /**
     * One value.
     *
     * @param value as a user writes it
     * @param mean operations per second
     * @param trials good ones
     */
    record ValueMean(Object value, double mean, int trials) {}

    Alone {
        values = List.copyOf(values);
    }

    /**
     * @param names of the values
     * @param groups throughput of each value's trials
     * @param usual mean throughput of the default configuration
     */
    static Alone of(double readRatio, List<Object> names, List<double[]> groups, double usual) {
        List<ValueMean> values = new ArrayList<>();
        List<double[]> enough = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).length >= 2) {
                enough.add(groups.get(i));
                values.add(new ValueMean(names.get(i), StatUtils.mean(groups.get(i)), groups.get(i).length));
            }
        }
        if (enough.size() < 2) {
            return new Alone(readRatio, values, 0, 0, 0, 1, 1);
        }
        double deviation = Math.sqrt(
                StatUtils.variance(values.stream().mapToDouble(ValueMean::mean).toArray()));
        double f = new OneWayAnova().anovaFValue(enough);
        double p = Double.isNaN(f) ? 1 : new OneWayAnova().anovaPValue(enough);
        return new Alone(readRatio, values, deviation, deviation / usual, f, p, p);
    }

    /** Whether two values or more were measured: one alone shows nothing. */
    @JsonProperty
    boolean isMeasured() {
        return values.size() >= 2;
    }

    Alone adjusted(double adjustedP) {
        return new Alone(readRatio, values, deviation, share, f, p, adjustedP);
    }

    /** The value with the greatest mean. */
    ValueMean best() {
        ValueMean best = new ValueMean("?", Double.NEGATIVE_INFINITY, 0);
        for (ValueMean value : values) {
            best = value.mean() > best.mean() ? value : best;
        }
        return best;
    }
}
