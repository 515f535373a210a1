package io.rafiki.status;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One fact about a subject, such as a window or a decision.
 *
 * @param name in camel case, the key of composite data and JSON
 * @param quantity type and unit of the values
 * @param label the words that a command prints next to the value
 * @param description one phrase without a full stop
 * @param value reads the value of a subject: of the quantity's type, or an enum constant for {@link Quantity#CHOICE}
 */
public record Fact<S>(String name, Quantity quantity, String label, String description, Function<? super S, ?> value) {

    /** The value; null if there is none, which an empty text, an empty {@link Optional} and NaN also express. */
    public Object of(S subject) {
        Object found = raw(subject);
        return found instanceof Enum<?> constant ? constant.toString() : found;
    }

    /** The value as a number; NaN if there is none. */
    public double number(S subject) {
        Object found = raw(subject);
        if (found instanceof Number number) {
            return number.doubleValue();
        } else if (found instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        return found instanceof Enum<?> constant
                ? Arrays.asList(constant.getDeclaringClass().getEnumConstants()).indexOf(constant)
                : Double.NaN;
    }

    private Object raw(S subject) {
        Object found = value.apply(subject);
        Object present = found instanceof Optional<?> optional ? optional.orElse(null) : found;
        boolean isNone = "".equals(present)
                || (present instanceof Double number && number.isNaN())
                || (present instanceof Map<?, ?> map && map.isEmpty());
        return isNone ? null : present;
    }

    /** The name of an MBean attribute or a metric: {@code ReadRatio}. */
    public String capitalised() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /** The name of a CQL column: {@code read_ratio}. */
    public String column() {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }
}
