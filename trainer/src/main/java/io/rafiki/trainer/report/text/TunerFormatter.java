package io.rafiki.trainer.report.text;

import io.rafiki.trainer.format.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The tuner's answers as text for people. */
public final class TunerFormatter {

    private TunerFormatter() {}

    /** Any answer: a record as two columns, records as a table, anything else as it is. */
    @SuppressWarnings("unchecked")
    public static String answer(Object answer) {
        if (answer instanceof Map<?, ?> map) {
            return TextTable.pairs((Map<String, ?>) map);
        }
        if (answer instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map<?, ?> first) {
            return TextTable.rows(List.copyOf(((Map<String, ?>) first).keySet()), (List<Map<String, ?>>) answer);
        }
        return Objects.toString(answer, "(nothing)");
    }

    /**
     * The whole state of a tuner: the status line first, then workload, knobs side by side, last decision, model.
     *
     * @param status what {@code rafiki status -F json} prints
     */
    public static String status(Map<String, ?> status) {
        StringBuilder text = new StringBuilder();
        Map<String, Object> scalars = new LinkedHashMap<>();
        status.forEach((name, value) -> {
            if (!(value instanceof Map) && !(value instanceof List) && value != null) {
                scalars.put(name, value);
            }
        });
        text.append(TextTable.pairs(scalars));
        section(text, "Workload", status.get("Workload"));
        knobs(text, status.get("Knobs"));
        section(text, "Last decision", status.get("LastDecision"));
        section(text, "Model", status.get("Model"));
        return text.toString();
    }

    private static void knobs(StringBuilder text, Object knobs) {
        if (!(knobs instanceof List<?> list) || list.isEmpty()) {
            return;
        }
        TextTable table = new TextTable("Knob", "Yaml", "Live", "Ours", "Proposed", "Change", "Set by", "Set at");
        list.stream()
                .map(TunerFormatter::map)
                .forEach(knob -> table.row(
                        knob.get("knob"),
                        knob.get("yaml"),
                        knob.get("live"),
                        knob.get("ours"),
                        Objects.equals(knob.get("proposed"), knob.get("live")) ? "=" : knob.get("proposed"),
                        knob.get("change"),
                        knob.get("setBy"),
                        knob.get("setAt")));
        text.append(System.lineSeparator()).append(System.lineSeparator()).append(table.text());
    }

    private static void section(StringBuilder text, String title, Object content) {
        Map<String, ?> map = map(content);
        if (!map.isEmpty()) {
            text.append(System.lineSeparator()).append(System.lineSeparator()).append(title);
            TextTable.pairs(map).lines().forEach(line -> text.append(System.lineSeparator())
                    .append("  ")
                    .append(line));
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, ?>) map : Map.of();
    }
}
