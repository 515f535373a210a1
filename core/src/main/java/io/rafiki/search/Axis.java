package io.rafiki.search;

import io.rafiki.knob.Knob;
import io.rafiki.knob.Range;
import io.rafiki.surrogate.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the search may do with one knob: an ordinary range, single values apart from it, or both.
 *
 * <p>A position 0..1 stands for a place in the ordinary range, on a logarithmic scale where it spans more than a decade.
 *
 * @param singles codes that have no neighbours: choices, special values, or the value that the knob is held at
 * @param ordinary whether there is an ordinary range
 * @param scale of the ordinary range
 */
record Axis(List<Double> singles, boolean ordinary, Scale scale) {

    private static final Scale NONE = new Scale(new Range(Double.NaN, Double.NaN, true));

    /** The axis of a knob that is held. */
    static Axis held(double code) {
        return new Axis(List.of(code), false, NONE);
    }

    /** The axis of a free knob, over all of its values. */
    static Axis of(Knob knob) {
        Optional<Range> range = knob.range();
        return new Axis(knob.singles(), range.isPresent(), range.map(Scale::new).orElse(NONE));
    }

    /** The axes of a search, one per knob. */
    static List<Axis> of(SearchSpace where) {
        List<Axis> axes = new ArrayList<>();
        Optional<Envelope> envelope = where.within();
        for (int k = 0; k < where.space().size(); k++) {
            Double held = where.fixed().get(where.space().knob(k).name());
            if (held != null) {
                axes.add(held(held));
            } else {
                Axis axis = of(where.space().knob(k));
                axes.add(
                        envelope.isPresent()
                                ? axis.within(envelope.get().knobs().get(k))
                                : axis);
            }
        }
        return List.copyOf(axes);
    }

    /** The part of this axis that was seen in training; all of it if nothing of it was. */
    Axis within(Envelope.Seen seen) {
        List<Double> kept = singles.stream().filter(seen.values()::contains).toList();
        boolean numbers = ordinary && seen.min() <= seen.max();
        if (kept.isEmpty() && !numbers) {
            return this;
        }
        if (!numbers) {
            return new Axis(kept, false, scale);
        }
        double least = Math.max(min(), seen.min());
        double most = Math.min(max(), seen.max());
        return new Axis(kept, true, new Scale(new Range(least, most, whole())));
    }

    /** Least ordinary code. */
    double min() {
        return scale.min();
    }

    /** Greatest ordinary code. */
    double max() {
        return scale.max();
    }

    /** Whether only whole ordinary codes are values. */
    boolean whole() {
        return scale.whole();
    }

    /** The code at a position 0..1 of the ordinary range: a whole number, or one of three significant digits. */
    double code(double position) {
        return scale.code(position);
    }

    /** The position of an ordinary code, clamped to 0..1. */
    double position(double code) {
        return scale.position(code);
    }

    /** Whether the code lies on this axis. */
    boolean holds(double code) {
        return singles.contains(code) || (ordinary && code >= min() && code <= max() && nearest(code) == code);
    }

    /** The nearest code on this axis. */
    double nearest(double code) {
        if (singles.contains(code)) {
            return code;
        }
        return ordinary ? scale.nearest(code) : singles.get(0);
    }

    /** Codes spread evenly over the axis: all singles and at most {@code count} ordinary codes, ascending, none twice. */
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
