package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The box around the data that a model was trained on; outside of it a prediction is a guess.
 *
 * @param minReadRatio least read ratio among the trials
 * @param maxReadRatio greatest read ratio among the trials
 * @param knobs what the trials held of each knob, in the order of the space
 */
public record Envelope(double minReadRatio, double maxReadRatio, List<Seen> knobs) {

    /**
     * What the trials held of one knob.
     *
     * @param min least ordinary number; NaN if there was none, or the knob is categorical
     * @param max greatest ordinary number; NaN likewise
     * @param values codes of the choices and special values that occurred, ascending
     */
    public record Seen(double min, double max, List<Double> values) {

        public Seen {
            values = List.copyOf(values);
        }

        /** Whether the code lies between the ordinary numbers seen, or is a choice or special value that was seen. */
        public boolean contains(double code) {
            return (code >= min && code <= max) || values.contains(code);
        }
    }

    public Envelope {
        knobs = List.copyOf(knobs);
    }

    /** The box around trials; both lists run in parallel. */
    public static Envelope of(KnobSpace space, List<Double> readRatios, List<Configuration> configurations) {
        List<Seen> knobs = new ArrayList<>();
        for (int k = 0; k < space.size(); k++) {
            int index = k;
            knobs.add(seen(
                    space.knob(k),
                    configurations.stream().mapToDouble(c -> c.code(index)).toArray()));
        }
        return new Envelope(
                readRatios.stream().mapToDouble(r -> r).min().orElse(Double.NaN),
                readRatios.stream().mapToDouble(r -> r).max().orElse(Double.NaN),
                knobs);
    }

    /** Why the point lies outside, in one phrase; empty if it lies inside. */
    public Optional<String> outside(double readRatio, Configuration configuration) {
        if (!(readRatio >= minReadRatio && readRatio <= maxReadRatio)) {
            return Optional.of(
                    "read ratio " + readRatio + " is outside of the trained " + minReadRatio + ".." + maxReadRatio);
        }
        for (int k = 0; k < knobs.size(); k++) {
            if (!knobs.get(k).contains(configuration.code(k))) {
                Knob knob = configuration.space().knob(k);
                return Optional.of(knob.name() + "=" + knob.value(configuration.code(k)) + " is outside of the trained "
                        + text(knob, knobs.get(k)));
            }
        }
        return Optional.empty();
    }

    private static Seen seen(Knob knob, double[] codes) {
        double min = Double.NaN;
        double max = Double.NaN;
        TreeSet<Double> values = new TreeSet<>();
        for (double code : codes) {
            if (knob.isNumber(code)) {
                min = code >= min ? min : code;
                max = code <= max ? max : code;
            } else {
                values.add(code);
            }
        }
        return new Seen(min, max, List.copyOf(values));
    }

    private static String text(Knob knob, Seen seen) {
        List<String> parts = new ArrayList<>();
        if (seen.min() <= seen.max()) {
            parts.add(knob.value(seen.min()) + ".." + knob.value(seen.max()));
        }
        seen.values().forEach(code -> parts.add(String.valueOf(knob.value(code))));
        return String.join(", ", parts);
    }
}
