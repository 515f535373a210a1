package io.rafiki.knob;

import java.util.List;
import java.util.Optional;

/**
 * A knob with real values from {@code min} to {@code max}.
 *
 * @param name name in cassandra.yaml
 * @param unit unit of the value; can be empty
 * @param min minimum
 * @param max maximum
 * @param defaultCode default, which is its own code
 */
public record RealKnob(String name, String unit, double min, double max, double defaultCode) implements Knob {

    /** @throws IllegalArgumentException if the range is empty or infinite, or does not contain the default */
    public RealKnob {
        if (!(min < max) || Double.isInfinite(min) || Double.isInfinite(max)) {
            throw new IllegalArgumentException(name + ": expected min < max, found " + min + ".." + max);
        }
        if (!(defaultCode >= min && defaultCode <= max)) {
            throw new IllegalArgumentException(
                    name + ": expected a default in " + min + ".." + max + ", found " + defaultCode);
        }
    }

    /** The value with six decimals, as a node has it: the remainder of a float is rounding error. */
    public static double rounded(double value) {
        return Math.rint(value * 1e6) / 1e6;
    }

    @Override
    public Object value(double code) {
        return code((Double) code);
    }

    @Override
    public double code(Object value) {
        double code = KnobNumberFormat.number(value);
        if (!(code >= min && code <= max)) {
            throw new IllegalArgumentException(name + ": expected a number " + KnobNumberFormat.text(min) + ".."
                    + KnobNumberFormat.text(max) + ", found " + value);
        }
        return code;
    }

    @Override
    public double repair(double code) {
        return numbers().nearest(code);
    }

    @Override
    public List<Double> singles() {
        return List.of();
    }

    @Override
    public Optional<Range> range() {
        return Optional.of(numbers());
    }

    @Override
    public boolean isNumber(double code) {
        return true;
    }

    private Range numbers() {
        return new Range(min, max, false);
    }
}
