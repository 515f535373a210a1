package io.rafiki.search;

import io.rafiki.knob.Knob;
import io.rafiki.knob.Range;
import io.rafiki.surrogate.TrainingDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The search dimension of one knob: an ordinary range, single values, or both.
 *
 * <p>A position 0..1 maps to the ordinary range, on a logarithmic scale if the range spans more than a decade.
 *
 * @param singles codes without neighbours: choices, special values, or the fixed value
 * @param ordinary whether there is an ordinary range
 * @param scale transform of the ordinary range
 */
record SearchDimension(List<Double> singles, boolean ordinary, Transform scale) {

    private static final Transform NONE = new Transform(new Range(Double.NaN, Double.NaN, true));

    /** The dimension of a fixed knob. */
    static SearchDimension fixed(double code) {
        return new SearchDimension(List.of(code), false, NONE);
    }

    /** The dimension of a free knob, over all of its values. */
    static SearchDimension of(Knob knob) {
        Optional<Range> range = knob.range();
        return new SearchDimension(
                knob.singles(), range.isPresent(), range.map(Transform::new).orElse(NONE));
    }

    /** The dimensions of a search, one per knob. */
    static List<SearchDimension> of(SearchSpace where) {
        List<SearchDimension> axes = new ArrayList<>();
        Optional<TrainingDomain> envelope = where.within();
        for (int k = 0; k < where.space().size(); k++) {
            Double held = where.fixed().get(where.space().knob(k).name());
            if (held != null) {
                axes.add(fixed(held));
            } else {
                SearchDimension axis = of(where.space().knob(k));
                axes.add(
                        envelope.isPresent()
                                ? axis.within(envelope.get().knobs().get(k))
                                : axis);
            }
        }
        return List.copyOf(axes);
    }

    /** The part of this dimension inside the training domain; all of it if they do not overlap. */
    SearchDimension within(TrainingDomain.Seen seen) {
        List<Double> kept = singles.stream().filter(seen.values()::contains).toList();
        boolean numbers = ordinary && seen.min() <= seen.max();
        if (kept.isEmpty() && !numbers) {
            return this;
        }
        if (!numbers) {
            return new SearchDimension(kept, false, scale);
        }
        double least = Math.max(min(), seen.min());
        double most = Math.min(max(), seen.max());
        return new SearchDimension(kept, true, new Transform(new Range(least, most, whole())));
    }

    /** Minimum ordinary code. */
    double min() {
        return scale.min();
    }

    /** Maximum ordinary code. */
    double max() {
        return scale.max();
    }

    /** Whether the ordinary codes are integers. */
    boolean whole() {
        return scale.whole();
    }

    /** The code at a position 0..1 of the ordinary range: an integer, or a number of few digits. */
    double code(double position) {
        return scale.code(position);
    }

    /** The position of an ordinary code, clamped to 0..1. */
    double position(double code) {
        return scale.position(code);
    }

    /** The nearest code of this dimension, rounded to few digits if it is a number. */
    double rounded(double code) {
        return ordinary && !singles.contains(code) ? scale.rounded(code) : nearest(code);
    }

    /** Whether the code belongs to this dimension. */
    boolean holds(double code) {
        return singles.contains(code) || (ordinary && code >= min() && code <= max() && nearest(code) == code);
    }

    /** The nearest code of this dimension. */
    double nearest(double code) {
        if (singles.contains(code)) {
            return code;
        }
        return ordinary ? scale.nearest(code) : singles.get(0);
    }

    /** Evenly spread codes: all singles and at most {@code count} ordinary codes, ascending and distinct. */
    double[] grid(int count) {
        List<Double> codes = new ArrayList<>(singles);
        if (ordinary) {
            boolean all = whole() && max() - min() < count;
            int steps = all ? (int) (max() - min()) + 1 : count;
            for (int s = 0; s < steps; s++) {
                codes.add(all ? min() + s : code(steps == 1 ? 0 : s / (steps - 1.0)));
            }
        }
        return codes.stream().mapToDouble(c -> c).distinct().toArray();
    }
}
