package io.rafiki.reason;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Converts records to JSON values. */
final class ReasonData {

    private static final double NANOS = 1e9;
    private static final ClassValue<String> CODES = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return type.getSimpleName()
                    .replaceAll("([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])", "$1$3_$2")
                    .toLowerCase(Locale.ROOT);
        }
    };

    private ReasonData() {}

    /** {@code cooling_down} for {@code CoolingDown}. */
    static String code(Class<?> type) {
        return CODES.get(type);
    }

    /** The components by name, in order. A duration {@code x} becomes the number {@code xSeconds}. */
    static Map<String, Object> of(Record data) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (RecordComponent component : data.getClass().getRecordComponents()) {
            Object value = present(value(data, component.getName()));
            if (value instanceof Duration duration) {
                members.put(component.getName() + "Seconds", duration.toNanos() / NANOS);
            } else if (value != null) {
                members.put(component.getName(), json(value));
            }
        }
        return members;
    }

    /**
     * The value of a record's component.
     *
     * @throws IllegalArgumentException if the record has no such component
     */
    static Object value(Record data, String component) {
        try {
            return data.getClass().getMethod(component).invoke(data);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "expected a public component " + component + " of "
                            + data.getClass().getName() + ", found none",
                    e);
        }
    }

    /** The content of an {@link Optional}, or null; any other value itself. */
    static Object present(Object value) {
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    private static Object json(Object value) {
        if (value instanceof Reason reason) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("code", reason.code());
            members.putAll(reason.data());
            return members;
        } else if (value instanceof Collection<?> values) {
            return values.stream().map(ReasonData::json).toList();
        } else if (value instanceof Map<?, ?> values) {
            Map<String, Object> members = new LinkedHashMap<>();
            values.forEach((name, each) -> members.put(String.valueOf(name), json(each)));
            return members;
        } else if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        } else if (value instanceof Double number) {
            return Double.isFinite(number) ? number : (Object) number.toString();
        } else if (value instanceof Number || value instanceof Boolean) {
            return value;
        } else if (value instanceof Record data) {
            return of(data);
        }
        return String.valueOf(value);
    }
}
