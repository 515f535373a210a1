package io.rafiki.knob;

import java.util.Map;
import java.util.stream.Collectors;

/** A setting of cassandra.yaml on one line, such as {@code memtable: {configurations: {default: {class_name: TrieMemtable}}}}. */
public final class YamlLine {

    private YamlLine() {}

    /**
     * The line.
     *
     * @param value a number, text, flag, or a map of such
     */
    public static String of(String key, Object value) {
        return key + ": " + flow(value);
    }

    private static String flow(Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(entry -> of(String.valueOf(entry.getKey()), entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                : String.valueOf(value);
    }
}
