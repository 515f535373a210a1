package io.rafiki.trainer.screening;

import io.rafiki.knob.Knob;
import io.rafiki.knob.Range;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The levels at which a knob is screened, as codes. */
final class FactorLevels {

    /** From this ratio of a range's ends, its levels are spaced geometrically instead of linearly. */
    private static final double WIDE = 8;

    private FactorLevels() {}

    /**
     * The levels when only this knob varies: all choices of a categorical knob; for a number its special values, its default, and further
     * values over the range including both ends.
     *
     * @param values number of levels of a numeric knob; more if its ends, default and special values are more
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
        // the default replaces the nearest inner level
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
     * The two levels if the plan does not name them: the ends of a number's range, or its default and the maximum if the default is a
     * special value; for a categorical knob its default and its first other choice.
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
