package io.rafiki.agent.console;

import io.rafiki.status.Fact;
import io.rafiki.status.Quantity;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/** Facts as JMX open data, which any console reads without Rafiki's classes. */
final class OpenTypes {

    private OpenTypes() {}

    /** The type of a simple quantity's values. */
    static OpenType<?> type(Quantity quantity) {
        Class<?> type = quantity.type();
        if (type == Long.class) {
            return SimpleType.LONG;
        } else if (type == Double.class) {
            return SimpleType.DOUBLE;
        }
        return type == Boolean.class ? SimpleType.BOOLEAN : SimpleType.STRING;
    }

    /** The value of a fact in its open type; null if there is none. */
    static <S> Object value(Fact<S> fact, S subject) {
        Object value = fact.of(subject);
        if (value instanceof Map<?, ?> numbers) {
            return map(fact.capitalised(), fact.description(), numbers, SimpleType.DOUBLE, number -> number);
        }
        return value instanceof Instant instant ? instant.toString() : value;
    }

    /** All facts of a subject. */
    static <S> CompositeData composite(String name, String description, List<Fact<S>> facts, S subject) {
        Map<String, Object> values = new LinkedHashMap<>();
        facts.forEach(fact -> values.put(fact.name(), value(fact, subject)));
        return data(
                name,
                description,
                facts.stream().map(Fact::description).toArray(String[]::new),
                facts.stream()
                        .map(fact -> values.get(fact.name()) instanceof CompositeData features
                                ? features.getCompositeType()
                                : type(fact.quantity()))
                        .toArray(OpenType<?>[]::new),
                values);
    }

    /** One composite for each subject. */
    static <S> CompositeData[] composites(String name, String description, List<Fact<S>> facts, List<S> subjects) {
        return subjects.stream()
                .map(subject -> composite(name, description, facts, subject))
                .toArray(CompositeData[]::new);
    }

    /** Texts by name; null if there are none. */
    static CompositeData texts(String name, String description, Map<String, ?> values) {
        return map(name, description, values, SimpleType.STRING, String::valueOf);
    }

    private static CompositeData map(
            String name, String description, Map<?, ?> values, OpenType<?> type, Function<Object, Object> open) {
        Map<String, Object> members = values.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> String.valueOf(entry.getKey()),
                        entry -> open.apply(entry.getValue()),
                        (one, other) -> one,
                        LinkedHashMap::new));
        OpenType<?>[] types = members.keySet().stream().map(key -> type).toArray(OpenType<?>[]::new);
        return members.isEmpty()
                ? null
                : data(name, description, members.keySet().toArray(String[]::new), types, members);
    }

    private static CompositeData data(
            String name, String description, String[] descriptions, OpenType<?>[] types, Map<String, ?> values) {
        String[] names = values.keySet().toArray(String[]::new);
        try {
            return new CompositeDataSupport(new CompositeType(name, description, names, descriptions, types), values);
        } catch (OpenDataException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
