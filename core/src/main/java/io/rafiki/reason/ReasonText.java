package io.rafiki.reason;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The operator's wording of reasons: one template per code, in the file {@code operator.properties} of each module.
 *
 * <p>{@code {name}} is the value of a component, {@code {name.part}} a component of that value. A format may follow a colon:
 * a number of decimals, {@code %} (percent, one decimal), {@code %0} (percent), {@code +%0} (percent with sign),
 * {@code MB} (bytes), {@code ms} (microseconds), {@code label} (a name in camel case as words). Text in {@code [brackets]} is left out if one of its values is absent.
 */
public final class ReasonText {

    private static final String FILE = "io/rafiki/reason/operator.properties";
    private static final Pattern OPTIONAL = Pattern.compile("\\[([^\\]]*)\\]|\\{([\\w.]+)(?::([^}]+))?\\}");
    private static final Pattern VALUE = Pattern.compile("\\{([\\w.]+)(?::([^}]+))?\\}");
    private static final Map<String, String> TEMPLATES = load();

    private ReasonText() {}

    /** One line; code and data if the reason has no template. */
    public static String of(Reason reason) {
        if (reason instanceof RecordedReason recorded) {
            return PlainText.of(recorded.text());
        }
        String template = TEMPLATES.get(reason.code());
        String text = template == null ? reason.code() + " " + reason.data() : worded(template, (Record) reason);
        return PlainText.of(text);
    }

    /** All templates by code. */
    public static Map<String, String> templates() {
        return TEMPLATES;
    }

    /**
     * A duration in the unit that people use: {@code 0.4 s}, {@code 45 s}, {@code 12 min}, {@code 30 h}. From 10 s it is rounded up, so that
     * a duration above a limit of whole minutes or hours does not read like the limit.
     */
    public static String text(Duration duration) {
        double seconds = duration.toMillis() / 1e3;
        if (seconds < 10 && seconds != Math.rint(seconds)) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = (long) Math.ceil(seconds);
        return switch (unit(Duration.ofSeconds(whole))) {
            case SECONDS -> whole + " s";
            case MINUTES -> (whole + 59) / 60 + " min";
            default -> (whole + 3_599) / 3_600 + " h";
        };
    }

    /** The unit in which a duration of whole seconds is shown. */
    public static ChronoUnit unit(Duration duration) {
        return duration.toMinutes() < 10
                ? ChronoUnit.SECONDS
                : duration.toHours() < 10 ? ChronoUnit.MINUTES : ChronoUnit.HOURS;
    }

    private static String worded(String template, Record scope) {
        return OPTIONAL.matcher(template)
                .replaceAll(part -> Matcher.quoteReplacement(
                        part.group(1) == null
                                ? text(value(scope, part.group(2)), part.group(3))
                                : optional(part.group(1), scope)));
    }

    private static String optional(String template, Record scope) {
        boolean complete = VALUE.matcher(template).results().allMatch(value -> !isEmpty(value(scope, value.group(1))));
        return complete ? worded(template, scope) : "";
    }

    private static Object value(Record scope, String path) {
        Object value = scope;
        for (String name : path.split("\\.", -1)) {
            value = value == null ? null : ReasonData.present(ReasonData.value((Record) value, name));
        }
        return value;
    }

    private static boolean isEmpty(Object value) {
        return value == null || value.equals("") || (value instanceof Collection<?> values && values.isEmpty());
    }

    private static String text(Object value, String format) {
        if ("label".equals(format)) {
            return label(String.valueOf(value));
        } else if (format != null) {
            return number(((Number) value).doubleValue(), format);
        } else if (value instanceof Reason reason) {
            return of(reason);
        } else if (value instanceof Double number) {
            return number(number, "2");
        } else if (value instanceof Duration duration) {
            return text(duration);
        } else if (value instanceof Instant instant) {
            return instant.truncatedTo(ChronoUnit.SECONDS).toString();
        } else if (value instanceof Enum<?> constant) {
            return constant.toString().toLowerCase(Locale.ROOT);
        } else if (value instanceof Collection<?> values) {
            String separator = values.stream().anyMatch(Reason.class::isInstance) ? "; " : ", ";
            return values.stream().map(each -> text(each, null)).collect(Collectors.joining(separator));
        } else if (value instanceof Map<?, ?> values) {
            return values.entrySet().stream()
                    .map(entry -> label(String.valueOf(entry.getKey())) + " " + text(entry.getValue(), null))
                    .collect(Collectors.joining(", "));
        }
        return String.valueOf(value);
    }

    /** {@code read ratio} for {@code readRatio}. */
    private static String label(String name) {
        return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    private static String number(double number, String format) {
        return switch (format) {
            case "%" -> String.format(Locale.ROOT, "%.1f %%", 100 * number);
            case "%0" -> String.format(Locale.ROOT, "%.0f %%", 100 * number);
            case "+%0" -> String.format(Locale.ROOT, "%+.0f %%", 100 * number);
            case "MB" -> String.format(Locale.ROOT, "%,.0f MB", number / 1e6);
            case "ms" -> String.format(Locale.ROOT, "%.2f ms", number / 1e3);
            default -> String.format(Locale.ROOT, "%." + Integer.parseInt(format) + "f", number);
        };
    }

    private static Map<String, String> load() {
        Map<String, String> templates = new TreeMap<>();
        try {
            for (URL file : Collections.list(ReasonText.class.getClassLoader().getResources(FILE))) {
                Properties properties = new Properties();
                try (Reader reader = new InputStreamReader(file.openStream(), StandardCharsets.UTF_8)) {
                    properties.load(reader);
                }
                properties.forEach((code, template) -> templates.put((String) code, (String) template));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + ": expected a readable file", e);
        }
        return Collections.unmodifiableMap(templates);
    }
}
