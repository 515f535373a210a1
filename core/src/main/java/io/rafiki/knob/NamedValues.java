package io.rafiki.knob;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Values by the names of their knobs, of one configuration or part of it. */
public final class NamedValues {

    private NamedValues() {}

    /** Those that the usual ones have not, in their order; compared as written, for numbers come back from a file as another type. */
    public static <T> Map<String, T> beyond(Map<String, T> usual, Map<String, T> values) {
        Map<String, T> beyond = new LinkedHashMap<>(values);
        beyond.entrySet()
                .removeIf(value -> String.valueOf(value.getValue()).equals(String.valueOf(usual.get(value.getKey()))));
        return beyond;
    }

    /** {@code name=value, ...}; {@code default} where there are none, as of what lies beyond the defaults. */
    public static String text(Map<String, ?> values) {
        return values.isEmpty()
                ? "default"
                : values.entrySet().stream()
                        .map(value -> value.getKey() + "=" + value.getValue())
                        .collect(Collectors.joining(", "));
    }
}
