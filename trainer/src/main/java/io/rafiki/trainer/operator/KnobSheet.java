package io.rafiki.trainer.operator;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.CostRule;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobEntry;
import io.rafiki.knob.Live;
import io.rafiki.knob.RealKnob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The knob catalogue for readers: a table of all, or a page of one. */
public final class KnobSheet {

    private KnobSheet() {}

    /** One row per knob, and below them the constraints and the machine that the ranges are for. */
    public static String table(KnobCatalogue catalogue) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (KnobEntry entry : catalogue.entries()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Knob", entry.name());
            row.put("Default", value(entry));
            row.put("Scope", word(entry.scope()));
            row.put("Set", entry.live().isPresent() ? "live" : "at start");
            row.put("Change costs", word(entry.cost()) + (entry.rules().isEmpty() ? "" : " *"));
            row.put("Values", values(entry.knob()));
            rows.add(row);
        }
        return TextTable.rows(List.of("Knob", "Default", "Scope", "Set", "Change costs", "Values"), rows)
                + System.lineSeparator()
                + System.lineSeparator()
                + catalogue.constraints().stream()
                        .map(constraint -> "Always: " + constraint.shown() + System.lineSeparator())
                        .collect(Collectors.joining())
                + "Cassandra " + catalogue.cassandra() + ", ranges for " + catalogue.machine()
                + ". (*) depends on the values; rafiki knobs KNOB shows all of one knob.";
    }

    /** All of one knob as text. */
    public static String text(KnobEntry entry) {
        Map<String, Object> lines = new LinkedHashMap<>();
        details(entry).forEach((key, value) -> {
            if (value instanceof List<?> list) {
                for (Object item : list) {
                    lines.merge(key, item, (left, right) -> left + System.lineSeparator() + "    " + right);
                }
            } else {
                lines.put(key, value);
            }
        });
        return TextTable.pairs(lines);
    }

    /** All of one knob: texts, lists of texts and maps, as {@code rafiki knobs -F json} prints them. */
    public static Map<String, Object> details(KnobEntry entry) {
        Knob knob = entry.knob();
        double code = knob.defaultCode();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("name", entry.name());
        details.put("why", entry.why());
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
        details.put("live", entry.live().map(KnobSheet::live).orElse("no: set at start only"));
        details.put("commands", entry.commands(code));
        return details;
    }

    private static Object value(KnobEntry entry) {
        return String.valueOf(entry.knob().value(entry.knob().defaultCode()));
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
    private static String cost(KnobEntry entry) {
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

    private static String live(Live live) {
        return live.object() + " " + String.join(", ", live.attributes());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
