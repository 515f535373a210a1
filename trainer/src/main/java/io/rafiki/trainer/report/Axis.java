package io.rafiki.trainer.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/**
 * An axis of a chart.
 *
 * @param label quantity and unit
 * @param min lower end
 * @param max upper end, greater than the lower
 * @param logarithmic whether equal distances are equal ratios; both ends are positive then
 * @param unit after each number, with its space; null for none
 * @param clock whether values are seconds, shown as minutes and seconds
 * @param ticks values with a tick; null for round numbers
 * @param categories names of 0, 1, 2 and so on; null for an axis of numbers
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
record Axis(
        String label,
        @JsonInclude double min,
        @JsonInclude double max,
        boolean logarithmic,
        String unit,
        boolean clock,
        List<Double> ticks,
        List<String> categories) {

    private static final String PERCENT = "\u00a0%";

    static Axis of(String label, double min, double max) {
        return new Axis(label, min, Math.max(max, Math.nextUp(min)), false, null, false, null, null);
    }

    /** An axis with ticks at 1, 2 and 5 times the powers of ten. */
    static Axis logarithmic(String label, double min, double max) {
        List<Double> ticks = new ArrayList<>();
        for (double power = Math.pow(10, Math.floor(Math.log10(min))); power <= max; power *= 10) {
            for (int factor : new int[] {1, 2, 5}) {
                if (factor * power >= min && factor * power <= max) {
                    ticks.add(factor * power);
                }
            }
        }
        return new Axis(label, min, max, true, null, false, ticks, null);
    }

    /** An axis of percentages: 25 is 25 %. */
    static Axis percent(String label, double min, double max) {
        return new Axis(label, min, max, false, PERCENT, false, null, null);
    }

    /** An axis of seconds from the beginning. */
    static Axis clock(String label, double seconds) {
        return new Axis(label, 0, seconds, false, null, true, null, null);
    }

    static Axis categories(String label, List<String> names) {
        return new Axis(label, -0.5, names.size() - 0.5, false, null, false, null, List.copyOf(names));
    }

    /** The same with ticks at these values only. */
    Axis ticks(List<Double> values) {
        return new Axis(label, min, max, logarithmic, unit, clock, List.copyOf(values), categories);
    }
}
