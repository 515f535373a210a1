package io.rafiki.knob;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Knob values by name, of a configuration or part of it. */
public final class NamedValues {

    /** A value such as {@code Unified(T8,L4)}: a comma within parentheses does not end it. */
    private static final String TEXT = "((?>\\([^)]*\\)|[^,])+)";

    private static final Pattern VALUE = Pattern.compile("(\\w+)=" + TEXT);
    private static final Pattern CHANGE = Pattern.compile("(\\w+) " + TEXT + " -> " + TEXT);

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

    /** The values of a text that {@link #text} wrote; empty for an empty text. */
    public static Map<String, String> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        VALUE.matcher(text).results().forEach(value -> values.put(value.group(1), value.group(2)));
        return values;
    }

    /**
     * The changes of a text such as {@code name 1 -> 2, other on -> off}.
     *
     * @return one map per change with the keys {@code knob}, {@code from} and {@code to}
     */
    public static List<Map<String, String>> parseChanges(String text) {
        List<Map<String, String>> changes = new ArrayList<>();
        CHANGE.matcher(text).results().forEach(found -> {
            Map<String, String> change = new LinkedHashMap<>();
            change.put("knob", found.group(1));
            change.put("from", found.group(2));
            change.put("to", found.group(3));
            changes.add(change);
        });
        return changes;
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
