package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A knob with whole values from {@code min} to {@code max}, and special values outside that range with a meaning of their own.
 *
 * @param name as in cassandra.yaml
 * @param unit of the value, such as {@code threads} or {@code MiB}; empty if it has none
 * @param min least ordinary value
 * @param max greatest ordinary value
 * @param special named values outside the range, such as {@code off=0} or {@code unlimited=0}; their code is the number
 * @param defaultCode the default's code
 */
public record IntegerKnob(String name, String unit, long min, long max, Map<String, Long> special, double defaultCode)
        implements Knob {

    /** @throws IllegalArgumentException if the range is empty, a special value lies inside it, or the default is no value */
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
                    + Codes.text(defaultCode));
        }
    }

    @Override
    public Object value(double code) {
        if (!isValue(code, min, max, special)) {
            throw refused(Codes.text(code));
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
        double code = Codes.number(value);
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
