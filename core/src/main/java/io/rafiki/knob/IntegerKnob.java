package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A knob with integer values from {@code min} to {@code max}, and special values outside of that range.
 *
 * @param name name in cassandra.yaml
 * @param unit unit of the value, such as {@code threads} or {@code MiB}; can be empty
 * @param min minimum ordinary value
 * @param max maximum ordinary value
 * @param special named values outside the range, such as {@code off=0} or {@code unlimited=0}; their code is the number
 * @param defaultCode code of the default
 */
public record IntegerKnob(String name, String unit, long min, long max, Map<String, Long> special, double defaultCode)
        implements Knob {

    /** @throws IllegalArgumentException if the range is empty, a special value is inside it, or the default is invalid */
    public IntegerKnob {
        special = Map.copyOf(special);
        if (min > max) {
            throw new IllegalArgumentException(name + ": expected min <= max, found " + min + ".." + max);
        }
        for (Map.Entry<String, Long> entry : special.entrySet()) {
            if (entry.getValue() >= min && entry.getValue() <= max) {
                throw new IllegalArgumentException(name + ": expected the special value " + entry.getKey()
                        + " outside of " + min + ".." + max + ", found " + entry.getValue());
            }
        }
        if (!isValue(defaultCode, min, max, special)) {
            throw new IllegalArgumentException(name + ": expected a default in " + range(min, max, special) + ", found "
                    + KnobNumberFormat.text(defaultCode));
        }
    }

    @Override
    public Object value(double code) {
        if (!isValue(code, min, max, special)) {
            throw refused(KnobNumberFormat.text(code));
        }
        for (Map.Entry<String, Long> entry : special.entrySet()) {
            if (entry.getValue() == code) {
                return entry.getKey();
            }
        }
        return (long) code;
    }

    @Override
    public double code(Object value) {
        if (value instanceof String text && special.containsKey(text)) {
            return special.get(text);
        }
        double code = KnobNumberFormat.number(value);
        if (!isValue(code, min, max, special)) {
            throw refused(String.valueOf(value));
        }
        return code;
    }

    @Override
    public double repair(double code) {
        return isNumber(code) ? numbers().nearest(code) : code;
    }

    @Override
    public List<Double> singles() {
        return special.values().stream()
                .distinct()
                .sorted()
                .map(Long::doubleValue)
                .toList();
    }

    @Override
    public Optional<Range> range() {
        return Optional.of(numbers());
    }

    @Override
    public boolean isNumber(double code) {
        return special.values().stream().noneMatch(number -> number == code);
    }

    private Range numbers() {
        return new Range((double) min, (double) max, true);
    }

    private IllegalArgumentException refused(String found) {
        return new IllegalArgumentException(name + ": expected " + range(min, max, special) + ", found " + found);
    }

    private static boolean isValue(double code, long min, long max, Map<String, Long> special) {
        return code == Math.rint(code)
                && ((code >= (double) min && code <= (double) max)
                        || special.values().stream().anyMatch(number -> number == code));
    }

    private static String range(long min, long max, Map<String, Long> special) {
        return "a whole number " + min + ".." + max
                + (special.isEmpty() ? "" : " or " + String.join(" or ", special.keySet()));
    }
}
