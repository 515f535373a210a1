package io.rafiki.trainer.screen;

import io.rafiki.knob.Knob;
import io.rafiki.knob.Range;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

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
        TreeSet<Double> codes = new TreeSet<>(knob.singles());
        Optional<Range> range = knob.range();
        if (range.isEmpty()) {
            return List.copyOf(codes);
        }
        boolean ordinary = knob.isNumber(knob.defaultCode());
        double min = range.get().min();
        double max = range.get().max();
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
        return knob.range()
                .map(range -> List.of(knob.isNumber(usual) ? range.min() : usual, range.max()))
                .orElse(List.of(usual, usual == 0 ? 1.0 : 0.0));
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
