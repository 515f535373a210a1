package io.rafiki.control.record;

import io.rafiki.journal.JournalRecord;
import io.rafiki.reason.PlainText;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonText;
import io.rafiki.reason.RecordedReason;
import io.rafiki.workload.Window;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A decision as the members of its journal entry, and its window in the log. */
public final class DecisionJson {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private DecisionJson() {}

    /** {@code  (read ratio 0.71, window 10:15:00-10:15:30)}, or nothing before the first window. */
    public static String windowText(Optional<Window> window, ZoneId zone) {
        return window.map(last -> String.format(
                        Locale.ROOT,
                        " (%swindow %s-%s)",
                        last.operations() == 0 ? "" : last.workload().text() + ", ",
                        TIME.format(last.start().atZone(zone)),
                        TIME.format(last.end().atZone(zone))))
                .orElse("");
    }

    /** The members of its journal entry. */
    public static Map<String, Object> of(DecisionRecord decided) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("decision", decided.kind());
        put(content, decided.reason());
        put(content, "gainPercent", decided.gainPercent());
        put(content, "gainDeviationPercent", decided.gainDeviationPercent());
        if (!decided.workload().isEmpty()) {
            content.put("workload", decided.workload());
        }
        put(content, "coordinatedReadRatio", decided.coordinatedReadRatio());
        content.put("configuration", decided.configuration());
        content.put("changes", decided.changes());
        if (!decided.tables().isEmpty()) {
            content.put("tables", decided.tables());
        }
        return content;
    }

    /** The decision of a journal entry, still without an outcome. */
    static DecisionRecord read(JournalRecord entry) {
        Map<String, Object> content = entry.content();
        return new DecisionRecord(
                DecisionRecord.number(entry.decision()),
                entry.at(),
                text(content, "decision"),
                reason(content),
                number(content, "gainPercent"),
                number(content, "gainDeviationPercent"),
                numbers(content.get("workload")),
                number(content, "coordinatedReadRatio"),
                text(content, "configuration"),
                text(content, "changes"),
                texts(content.get("tables")),
                Optional.empty(),
                Optional.empty());
    }

    /** The numbers of a JSON object by name; empty if the value is no object. */
    private static Map<String, Double> numbers(Object value) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> members) {
            members.forEach((name, member) -> {
                if (member instanceof Number number) {
                    numbers.put(String.valueOf(name), number.doubleValue());
                }
            });
        }
        return numbers;
    }

    /** The texts of a JSON array; empty if the value is none. */
    static List<String> texts(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The members of an operator's command. */
    public static Map<String, Object> command(String verb, String argument, String by) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("verb", verb);
        content.put("argument", PlainText.of(argument));
        content.put("by", by);
        return content;
    }

    /** Adds code, data and the operator's wording. */
    public static void put(Map<String, Object> content, Reason reason) {
        content.put("code", reason.code());
        content.put("data", reason.data());
        content.put("reason", ReasonText.of(reason));
    }

    /** The reason that {@link #put(Map, Reason)} added. */
    static RecordedReason reason(Map<String, Object> content) {
        Map<String, Object> data = new LinkedHashMap<>();
        if (content.get("data") instanceof Map<?, ?> members) {
            members.forEach((name, value) -> data.put(String.valueOf(name), value));
        }
        return new RecordedReason(text(content, "code"), data, text(content, "reason"));
    }

    private static void put(Map<String, Object> content, String key, double value) {
        if (Double.isFinite(value)) {
            content.put(key, value);
        }
    }

    private static String text(Map<String, Object> content, String key) {
        return String.valueOf(content.getOrDefault(key, ""));
    }

    private static double number(Map<String, Object> content, String key) {
        return content.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
