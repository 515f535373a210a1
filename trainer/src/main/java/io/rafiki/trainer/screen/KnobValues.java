package io.rafiki.trainer.screen;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The values at which a knob is screened, as codes. */
final class KnobValues {

    /** From this ratio of a range's ends on, its values are spread in equal ratios, not in equal steps. */
    private static final double WIDE = 8;

    private KnobValues() {}

    /**
     * The values when the knob alone is varied: all choices of a categorical one; of a number its special values, its default, and the
     * rest spread over the range with both ends.
     *
     * @param values how many, of a number; two ordinary ones at least
     */
    static List<Double> all(Knob knob, int values) {
        if (knob instanceof CategoricalKnob categorical) {
            return IntStream.range(0, categorical.choices().size())
                    .mapToObj(Double::valueOf)
                    .toList();
        }
        TreeSet<Double> codes = new TreeSet<>();
        boolean ordinary = true;
        if (knob instanceof IntegerKnob whole) {
            whole.special().values().forEach(special -> codes.add((double) special));
            ordinary = !whole.isSpecial(whole.defaultCode());
        }
        double min = min(knob);
        double max = max(knob);
        boolean wide = min > 0 && max / min >= WIDE;
        int count = Math.max(2, values - codes.size());
        double usual = knob.defaultCode();
        boolean inside = ordinary && usual > min && usual < max;
        double place = wide ? Math.log(usual / min) / Math.log(max / min) : (usual - min) / (max - min);
        // the default takes the place of the nearest value between the ends
        int nearest = inside ? Math.max(1, Math.min(count - 2, (int) Math.round(place * (count - 1)))) : -1;
        for (int i = 0; i < count; i++) {
            double share = (double) i / (count - 1);
            double value = wide ? min * Math.pow(max / min, share) : min + share * (max - min);
            if (i == 0 || i == count - 1 || i != nearest) {
                codes.add(knob.repair(round(value)));
            }
        }
        if (ordinary) {
            codes.add(usual);
        }
        return List.copyOf(codes);
    }

    /**
     * The two levels where a plan does not name them: the ends of a number's range, or its default and the greatest value where the
     * default is a special one; a categorical knob's default and the first of its other choices.
     */
    static List<Double> two(Knob knob) {
        double usual = knob.defaultCode();
        if (knob instanceof CategoricalKnob) {
            return List.of(usual, usual == 0 ? 1.0 : 0.0);
        }
        boolean special = knob instanceof IntegerKnob whole && whole.isSpecial(usual);
        List<Double> levels = new ArrayList<>();
        levels.add(special ? usual : min(knob));
        levels.add(max(knob));
        return levels;
    }

    private static double min(Knob knob) {
        return knob instanceof IntegerKnob whole ? (double) whole.min() : ((RealKnob) knob).min();
    }

    private static double max(Knob knob) {
        return knob instanceof IntegerKnob whole ? (double) whole.max() : ((RealKnob) knob).max();
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
