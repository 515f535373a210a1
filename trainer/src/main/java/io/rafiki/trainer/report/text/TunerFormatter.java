package io.rafiki.trainer.report.text;

import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.trainer.format.TextTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The tuner's answers as text for people, with local times. */
public final class TunerFormatter {

    private static final String NL = System.lineSeparator();

    /** The facts about a decision that fit into one row. */
    private static final List<String> HISTORY =
            List.of("id", "at", "kind", "gainPercent", "changes", "readBack", "verdict", "reason");

    private final FactFormatter facts;
    private final String node;

    /** Of the node that commands contact by default. */
    public TunerFormatter(Clock clock) {
        this(clock, "");
    }

    /**
     * Of one node.
     *
     * @param clock of the present time, in the zone in which times are shown
     * @param node the options of a command that contacts the node, each after a space
     */
    public TunerFormatter(Clock clock, String node) {
        facts = new FactFormatter(clock);
        this.node = node;
    }

    /** The answer to a command: a decision, decisions, or a text. */
    public String answer(Object answer) {
        if (answer instanceof Map<?, ?>) {
            return TextTable.pairs(decision(map(answer)));
        }
        return answer instanceof List<?> decisions ? history(decisions) : Objects.toString(answer, "done");
    }

    /**
     * The state of a tuner: facts, workload, knobs, last decision, model.
     *
     * @param status what {@code rafiki status -F json} prints
     */
    public String status(Map<String, ?> status) {
        List<String> parts = new ArrayList<>();
        parts.add(TextTable.pairs(facts.pairs(Facts.STATUS, simple(status), Fact::capitalised)));
        section(parts, "Workload of the last window", window(map(status.get("Workload"))));
        if (status.get("Knobs") instanceof List<?> knobs && !knobs.isEmpty()) {
            parts.add(knobs(knobs));
        }
        section(parts, "Last decision", decision(map(status.get("LastDecision"))));
        addPriceClasses(parts, status.get("PriceClasses"));
        section(parts, "Model", facts.properties(map(status.get("Model"))));
        return String.join(NL + NL, parts);
    }

    /** A decision, and the best configuration for each change cost. */
    public String proposal(Map<String, ?> proposed) {
        List<String> parts = new ArrayList<>();
        Map<String, Object> decision = new LinkedHashMap<>(proposed);
        Object classes = decision.remove("priceClasses");
        parts.add(TextTable.pairs(decision(decision)));
        addPriceClasses(parts, classes);
        return String.join(NL + NL, parts);
    }

    private void addPriceClasses(List<String> parts, Object classes) {
        if (classes instanceof List<?> rows && !rows.isEmpty()) {
            parts.add("Best configuration for each change cost" + NL
                    + PriceClassFormatter.text(rows.stream()
                                    .<Map<String, ?>>map(row -> PriceClassFormatter.addressed(map(row), node))
                                    .toList())
                            .indent(2)
                            .stripTrailing());
        }
    }

    /** The workload of the last window; null if no window has closed. */
    public String workload(Object window) {
        return window == null ? "No window has closed yet." : TextTable.pairs(window(map(window)));
    }

    private Map<String, String> window(Map<String, ?> window) {
        return facts.pairs(Facts.WINDOW, window, Fact::name);
    }

    private Map<String, String> decision(Map<String, ?> decision) {
        return facts.pairs(Facts.DECISION, decision, Fact::name);
    }

    private String history(List<?> decisions) {
        return decisions.isEmpty()
                ? "No decision yet."
                : table(
                        HISTORY.stream()
                                .flatMap(name -> Facts.DECISION.stream()
                                        .filter(fact -> fact.name().equals(name)))
                                .toList(),
                        decisions);
    }

    /** A proposed value that equals the present one is shown as {@code =}. */
    private String knobs(List<?> knobs) {
        return table(
                Facts.KNOB,
                knobs.stream()
                        .map(TunerFormatter::map)
                        .map(knob -> {
                            Map<String, Object> shown = new HashMap<>(knob);
                            shown.computeIfPresent(
                                    "proposed", (name, value) -> value.equals(knob.get("live")) ? "=" : value);
                            return shown;
                        })
                        .toList());
    }

    private String table(List<? extends Fact<?>> columns, List<?> rows) {
        TextTable table = new TextTable(columns.stream().map(Fact::label).toList());
        rows.stream()
                .map(TunerFormatter::map)
                .forEach(row -> table.row(columns.stream()
                        .map(fact -> facts.text(fact.quantity(), row.get(fact.name())))
                        .toList()));
        return table.text();
    }

    /** The values that are neither records nor lists. */
    private static Map<String, Object> simple(Map<String, ?> status) {
        Map<String, Object> simple = new LinkedHashMap<>(status);
        simple.values().removeIf(value -> value instanceof Map || value instanceof List);
        return simple;
    }

    private static void section(List<String> parts, String title, Map<String, String> pairs) {
        if (!pairs.isEmpty()) {
            parts.add(title + NL + TextTable.pairs(pairs).indent(2).stripTrailing());
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, ?>) map : Map.of();
    }
}
