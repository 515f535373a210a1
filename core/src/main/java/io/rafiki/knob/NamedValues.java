package io.rafiki.knob;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Knob values by name, of a configuration or part of it. */
public final class NamedValues {

    private NamedValues() {}

    /**
     * The values that differ from the given ones, in order. The comparison uses text, because numbers from a file can have another type.
     */
    public static <T> Map<String, T> differingFrom(Map<String, T> usual, Map<String, T> values) {
        Map<String, T> beyond = new LinkedHashMap<>(values);
        beyond.entrySet()
                .removeIf(value -> String.valueOf(value.getValue()).equals(String.valueOf(usual.get(value.getKey()))));
        return beyond;
    }

    /** {@code name=value, ...}; {@code default} if empty. */
    public static String text(Map<String, ?> values) {
        return values.isEmpty()
                ? "default"
                : values.entrySet().stream()
                        .map(value -> value.getKey() + "=" + value.getValue())
                        .collect(Collectors.joining(", "));
    }
}
