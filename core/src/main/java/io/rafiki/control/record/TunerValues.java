package io.rafiki.control.record;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tuner's values that are in place. Earlier values of a knob are kept, because a rollback of several changes restores one of them. */
public final class TunerValues {

    /** The part of a knob of the whole node. */
    public static final String NODE = "";

    /** The values of each part (table or {@link #NODE}), the last one first, by knob. */
    private final Map<String, Map<String, Deque<String>>> values = new LinkedHashMap<>();

    /**
     * Adds a written value.
     *
     * @param tables of a table option; empty for a knob of the whole node
     */
    public void write(String knob, List<String> tables, String to) {
        Map<String, Deque<String>> written = values.computeIfAbsent(knob, none -> new LinkedHashMap<>());
        for (String part : parts(tables)) {
            written.computeIfAbsent(part, none -> new ArrayDeque<>()).push(to);
        }
    }

    /**
     * Removes the values that were written after the restored one; all of them if that is not the tuner's.
     *
     * @param tables as in {@link #write}
     */
    public void rollBack(String knob, List<String> tables, String to) {
        Map<String, Deque<String>> written = values.getOrDefault(knob, new LinkedHashMap<>());
        for (String part : parts(tables)) {
            Deque<String> stack = written.getOrDefault(part, new ArrayDeque<>());
            while (!stack.isEmpty() && !stack.peek().equals(to)) {
                stack.pop();
            }
            if (stack.isEmpty()) {
                written.remove(part);
            }
        }
        if (written.isEmpty()) {
            values.remove(knob);
        }
    }

    private static List<String> parts(List<String> tables) {
        return tables.isEmpty() ? List.of(NODE) : tables;
    }

    void clear() {
        values.clear();
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /** The value of a knob; of several tables, that of the last one. Empty if no value is in place. */
    public Optional<String> last(String knob) {
        return present(knob).reduce((former, later) -> later);
    }

    /** The knobs with their values: {@code concurrent_writes 64, compaction Leveled}. */
    String text() {
        return values.keySet().stream()
                .flatMap(knob -> present(knob).distinct().map(value -> knob + " " + value))
                .collect(Collectors.joining(", "));
    }

    private Stream<String> present(String knob) {
        return values.getOrDefault(knob, Map.of()).values().stream().map(Deque::getFirst);
    }
}
