package io.rafiki.trainer.report.text;

import io.rafiki.reason.ReasonText;
import io.rafiki.status.Fact;
import io.rafiki.status.Quantity;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Facts as the MBean returns them, with their labels and in the units that people read. */
public final class FactFormatter {

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final Pattern PROPERTY = Pattern.compile("(.+?)(At|MiB|Bytes)?");
    private static final double MIB = 1 << 20;

    private final Clock clock;

    /** @param clock of the present time, in the zone in which times are shown */
    public FactFormatter(Clock clock) {
        this.clock = clock;
    }

    /**
     * Label and text of each fact that has a value. A value without a declaration, from a newer agent, keeps its name.
     *
     * @param key the name of a fact among the values
     */
    public Map<String, String> pairs(
            List<? extends Fact<?>> facts, Map<String, ?> values, Function<Fact<?>, String> key) {
        Map<String, Object> rest = new LinkedHashMap<>(values);
        Map<String, String> pairs = new LinkedHashMap<>();
        for (Fact<?> fact : facts) {
            Object value = rest.remove(key.apply(fact));
            if (value != null) {
                String age = fact.quantity() == Quantity.TIME ? age(value) : "";
                pairs.put(fact.label(), text(fact.quantity(), value) + age);
            }
        }
        rest.forEach((name, value) -> Optional.ofNullable(value).ifPresent(found -> pairs.put(name, found.toString())));
        return pairs;
    }

    /** The value without its label; {@link HumanUnits#ABSENT} if there is none. */
    public String text(Quantity quantity, Object value) {
        if (value == null) {
            return HumanUnits.ABSENT;
        }
        return switch (quantity) {
            case TEXT, CHOICE -> value.toString();
            case TIME -> time(value);
            case FLAG -> (Boolean) value ? "yes" : "no";
            case COUNT -> HumanUnits.count(number(value));
            case NUMBER -> number(value) == 0 ? "0" : HumanUnits.number(number(value));
            case SHARE -> HumanUnits.percent(number(value));
            case PERCENT -> HumanUnits.percent(number(value) / 100);
            case RATE -> HumanUnits.throughput(number(value));
            case MICROSECONDS -> HumanUnits.latency(number(value));
            case FEATURES ->
                ((Map<?, ?>) value)
                        .entrySet().stream().map(FactFormatter::feature).collect(Collectors.joining(", "));
        };
    }

    /** Properties without a declaration: names in camel case as labels, with the unit that a name ends with. */
    Map<String, String> properties(Map<String, ?> values) {
        Map<String, String> pairs = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Matcher parts = PROPERTY.matcher(name);
            String text = String.valueOf(value);
            if (!text.isEmpty() && parts.matches()) {
                String suffix = Optional.ofNullable(parts.group(2)).orElse("");
                switch (suffix) {
                    case "At" -> pairs.put(label(name), time(text) + age(text));
                    case "MiB" -> pairs.put(label(parts.group(1)), bytes(text, MIB));
                    case "Bytes" -> pairs.put(label(parts.group(1)) + " size", bytes(text, 1));
                    default -> pairs.put(label(name), text);
                }
            }
        });
        return pairs;
    }

    private String time(Object value) {
        return LOCAL.format(Instant.parse(value.toString()).atZone(clock.getZone()));
    }

    /** {@code , 12 min ago}; empty for a time in the future, because the node has another clock. */
    private String age(Object value) {
        Duration age = Duration.between(Instant.parse(value.toString()), clock.instant());
        return age.isNegative() ? "" : ", " + ReasonText.text(age.truncatedTo(ReasonText.unit(age))) + " ago";
    }

    private static String bytes(String text, double unit) {
        try {
            return HumanUnits.bytes(Double.parseDouble(text) * unit);
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private static String feature(Map.Entry<?, ?> feature) {
        String name = String.valueOf(feature.getKey());
        double value = number(feature.getValue());
        return WorkloadSensors.features().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .map(known -> known.label() + " " + text(known, value))
                .orElseGet(() -> name + " " + HumanUnits.number(value));
    }

    private static String text(WorkloadFeature feature, double value) {
        return feature.unit().isEmpty() ? HumanUnits.percent(value) : HumanUnits.number(value) + " " + feature.unit();
    }

    /** {@code Loaded at} for {@code loadedAt}. */
    private static String label(String name) {
        String words = name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
