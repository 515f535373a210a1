package io.rafiki.knob;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A knob whose values are names without order; the code is the index in {@code choices}.
 *
 * @param name as in cassandra.yaml, or the table option's name
 * @param choices at least one name, all different
 * @param defaultCode index of the default
 */
public record CategoricalKnob(String name, List<String> choices, double defaultCode) implements Knob {

    /** @throws IllegalArgumentException if there are no choices, one stands twice, or the default is none of them */
    public CategoricalKnob {
        choices = List.copyOf(choices);
        if (choices.isEmpty() || choices.stream().distinct().count() != choices.size()) {
            throw new IllegalArgumentException(name + ": expected different choices, found " + choices);
        }
        if (!isIndex(defaultCode, choices)) {
            throw new IllegalArgumentException(
                    name + ": expected a default among " + choices + ", found index " + Codes.text(defaultCode));
        }
    }

    @Override
    public Object value(double code) {
        if (!isIndex(code, choices)) {
            throw new IllegalArgumentException(
                    name + ": expected an index 0.." + (choices.size() - 1) + ", found " + Codes.text(code));
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
