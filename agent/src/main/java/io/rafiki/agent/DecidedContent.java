package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.journal.Entry;
import java.util.LinkedHashMap;
import java.util.Map;

/** A decision as the members of its journal entry. */
final class DecidedContent {

    private DecidedContent() {}

    /** The members of its journal entry. */
    static Map<String, Object> of(Decided decided) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("decision", decided.kind());
        content.put("reason", decided.reason());
        put(content, "gainPercent", decided.gainPercent());
        put(content, "gainDeviationPercent", decided.gainDeviationPercent());
        put(content, "readRatio", decided.readRatio());
        content.put("configuration", decided.configuration());
        content.put("changes", decided.changes());
        return content;
    }

    /** The decision that a journal entry records, whose outcome is not known yet. */
    static Decided read(Entry entry) {
        Map<String, Object> content = entry.content();
        return new Decided(
                Decided.number(entry.decision()),
                entry.at(),
                text(content, "decision"),
                text(content, "reason"),
                number(content, "gainPercent"),
                number(content, "gainDeviationPercent"),
                number(content, "readRatio"),
                text(content, "configuration"),
                text(content, "changes"),
                "",
                "");
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
