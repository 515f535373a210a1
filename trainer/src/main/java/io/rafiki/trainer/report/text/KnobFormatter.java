package io.rafiki.trainer.report.text;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.CostRule;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import io.rafiki.knob.RealKnob;
import io.rafiki.trainer.format.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The knob catalogue as text, or as the values that {@code -F json} prints: a table of all knobs, or a page of one. */
public final class KnobFormatter {

    private static final String NL = System.lineSeparator();
    private static final Map<String, String> LABELS = Map.ofEntries(
            Map.entry("name", "Knob"),
            Map.entry("description", "Description"),
            Map.entry("values", "Values"),
            Map.entry("default", "Default"),
            Map.entry("defaultFrom", "Default computed from"),
            Map.entry("scope", "Scope"),
            Map.entry("cost", "Cost of a change"),
            Map.entry("cassandraYaml", "In cassandra.yaml"),
            Map.entry("tableOption", "Table option"),
            Map.entry("live", "JMX attribute"),
            Map.entry("parameter", "Parameter of CONFIG SET"),
            Map.entry("commands", "Commands"));

    private KnobFormatter() {}

    /** One row per knob, and below them the constraints and the machine that the ranges are for. */
    public static String table(KnobCatalogue catalogue) {
        TextTable table = new TextTable("Knob", "Default", "Scope", "Set", "Cost of a change", "Values");
        for (KnobDefinition entry : catalogue.entries()) {
            table.row(
                    entry.name(),
                    String.valueOf(entry.knob().value(entry.knob().defaultCode())),
                    word(entry.scope()),
                    entry.isLive() ? "live" : "at start",
                    word(entry.cost()) + (entry.rules().isEmpty() ? "" : " *"),
                    values(entry.knob()));
        }
        return table.text() + NL + NL
                + catalogue.constraints().stream()
                        .map(constraint -> "Constraint: " + constraint.shown() + NL)
                        .collect(Collectors.joining())
                + catalogue.release() + ", ranges for " + catalogue.machine()
                + ". (*) depends on the values; 'rafiki knobs KNOB' shows all facts about one knob.";
    }

    /** All facts about one knob as text. */
    public static String text(KnobDefinition entry) {
        Map<String, Object> lines = new LinkedHashMap<>();
        details(entry)
                .forEach((key, value) -> lines.put(
                        LABELS.get(key),
                        value instanceof List<?> list
                                ? list.stream().map(String::valueOf).collect(Collectors.joining(NL))
                                : value));
        return TextTable.pairs(lines);
    }

    /** All facts about one knob: texts, lists of texts and maps. */
    public static Map<String, Object> details(KnobDefinition entry) {
        Knob knob = entry.knob();
        double code = knob.defaultCode();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("name", entry.name());
        details.put("description", entry.description());
        details.put("values", values(knob));
        details.put("default", knob.value(code));
        if (!entry.defaultFrom().isEmpty()) {
            details.put("defaultFrom", entry.defaultFrom());
        }
        details.put("scope", word(entry.scope()));
        details.put("cost", cost(entry));
        if (!entry.cassandraYaml(code).isEmpty()) {
            details.put("cassandraYaml", entry.cassandraYaml(code));
        }
        entry.tableOption(code).ifPresent(option -> details.put("tableOption", option));
        if (entry.parameter().isPresent()) {
            details.put("parameter", entry.parameter().get());
        } else {
            details.put("live", entry.live().map(KnobFormatter::live).orElse("no: set at start only"));
        }
        details.put("commands", entry.commands(code));
        return details;
    }

    private static String values(Knob knob) {
        if (knob instanceof CategoricalKnob categorical) {
            return String.join(", ", categorical.choices());
        }
        if (knob instanceof RealKnob real) {
            return (real.min() + ".." + real.max() + " " + real.unit()).strip();
        }
        IntegerKnob integer = (IntegerKnob) knob;
        String special = integer.special().isEmpty()
                ? ""
                : String.join(", ", integer.special().keySet()) + ", ";
        return (special + integer.min() + ".." + integer.max() + " " + integer.unit()).strip();
    }

    /** {@code instant (next start from or to off)}. */
    private static String cost(KnobDefinition entry) {
        StringBuilder cost = new StringBuilder(word(entry.cost()));
        for (CostRule rule : entry.rules()) {
            List<String> values = rule.codes().stream()
                    .sorted()
                    .map(code -> String.valueOf(entry.knob().value(code)))
                    .toList();
            cost.append(" (")
                    .append(word(rule.cost()))
                    .append(rule.match() == CostRule.Match.BOTH ? " among " : " from or to ")
                    .append(String.join(", ", values))
                    .append(")");
        }
        return cost.toString();
    }

    private static String live(LiveBinding live) {
        return live.object() + " " + String.join(", ", live.attributes());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
