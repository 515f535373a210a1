package io.rafiki.trainer.screening;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.OneWayAnova;

/**
 * The effect of one knob at one read ratio when only this knob varies: a one-way analysis of variance over its values (Rafiki §3.4.1).
 *
 * @param workload operations of the clients
 * @param values values with the mean of each; those with fewer than two good trials are omitted
 * @param deviation standard deviation of these means, in operations per second: the height of the bars in Rafiki, Figure 5
 * @param share the deviation as a share of the baseline's mean
 * @param f ratio of the variance between the means to the variance within the values; infinite if only the means vary
 * @param p probability of such an F, or a greater one, without an effect
 * @param adjusted p, adjusted for all knobs and read ratios
 */
public record KnobAnova(
        Workload workload,
        List<ValueMean> values,
        double deviation,
        double share,
        double f,
        double p,
        double adjusted) {

    /**
     * One value of the knob.
     *
     * @param value value as a user writes it
     * @param mean operations per second
     * @param trials number of good trials
     */
    public record ValueMean(Object value, double mean, int trials) {}

    public KnobAnova {
        values = List.copyOf(values);
    }

    /**
     * @param names names of the values
     * @param groups throughput of each value's trials
     * @param usual mean throughput of the baseline
     */
    static KnobAnova of(Workload workload, List<Object> names, List<double[]> groups, double usual) {
        List<ValueMean> values = new ArrayList<>();
        List<double[]> enough = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).length >= 2) {
                enough.add(groups.get(i));
                values.add(new ValueMean(names.get(i), StatUtils.mean(groups.get(i)), groups.get(i).length));
            }
        }
        if (enough.size() < 2) {
            return new KnobAnova(workload, values, 0, 0, 0, 1, 1);
        }
        double deviation = Math.sqrt(
                StatUtils.variance(values.stream().mapToDouble(ValueMean::mean).toArray()));
        if (enough.stream().allMatch(group -> StatUtils.min(group) == StatUtils.max(group))) {
            boolean isEqual = enough.stream().allMatch(group -> group[0] == enough.get(0)[0]);
            return isEqual
                    ? new KnobAnova(workload, values, 0, 0, 0, 1, 1)
                    : new KnobAnova(workload, values, deviation, deviation / usual, Double.POSITIVE_INFINITY, 0, 0);
        }
        double f = new OneWayAnova().anovaFValue(enough);
        double p = new OneWayAnova().anovaPValue(enough);
        return new KnobAnova(workload, values, deviation, deviation / usual, f, p, p);
    }

    /** Whether at least two values were measured. */
    @JsonProperty
    public boolean isMeasured() {
        return values.size() >= 2;
    }

    KnobAnova adjusted(double adjustedP) {
        return new KnobAnova(workload, values, deviation, share, f, p, adjustedP);
    }

    /** The value with the greatest mean. */
    public ValueMean best() {
        ValueMean best = new ValueMean("?", Double.NEGATIVE_INFINITY, 0);
        for (ValueMean value : values) {
            best = value.mean() > best.mean() ? value : best;
        }
        return best;
    }
}
