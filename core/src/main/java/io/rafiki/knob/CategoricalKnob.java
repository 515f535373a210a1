package io.rafiki.knob;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A knob with unordered named values; the code is the index in {@code choices}.
 *
 * @param name name in cassandra.yaml, or of the table option
 * @param choices at least one name, all different
 * @param defaultCode index of the default
 */
public record CategoricalKnob(String name, List<String> choices, double defaultCode) implements Knob {

    /** @throws IllegalArgumentException if choices are missing or repeated, or do not contain the default */
    public CategoricalKnob {
        choices = List.copyOf(choices);
        if (choices.isEmpty() || choices.stream().distinct().count() != choices.size()) {
            throw new IllegalArgumentException(name + ": expected different choices, found " + choices);
        }
        if (!isIndex(defaultCode, choices)) {
            throw new IllegalArgumentException(name + ": expected a default among " + choices + ", found index "
                    + KnobNumberFormat.text(defaultCode));
        }
    }

    @Override
    public Object value(double code) {
        if (!isIndex(code, choices)) {
            throw new IllegalArgumentException(
                    name + ": expected an index 0.." + (choices.size() - 1) + ", found " + KnobNumberFormat.text(code));
        }
        return choices.get((int) code);
    }

    @Override
    public double code(Object value) {
        int index = choices.indexOf(String.valueOf(value));
        if (index < 0) {
            throw new IllegalArgumentException(
                    name + ": expected one of " + String.join(", ", choices) + ", found " + value);
        }
        return index;
    }

    @Override
    public double repair(double code) {
        return Math.min(choices.size() - 1.0, Math.max(0, Math.rint(code)));
    }

    @Override
    public List<Double> singles() {
        return IntStream.range(0, choices.size()).mapToObj(Double::valueOf).toList();
    }

    @Override
    public Optional<Range> range() {
        return Optional.empty();
    }

    @Override
    public boolean isNumber(double code) {
        return false;
    }

    private static boolean isIndex(double code, List<String> choices) {
        return code == Math.rint(code) && code >= 0 && code < choices.size();
    }
}
