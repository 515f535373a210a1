package io.rafiki.trainer.report.text;

import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.analysis.Explanation;
import io.rafiki.trainer.analysis.GainAblation;
import io.rafiki.trainer.analysis.Interaction;
import io.rafiki.trainer.analysis.PartialDependence;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An explanation as text, or as the values that {@code -F json} prints. */
public final class ExplanationFormatter {

    private static final String NL = System.lineSeparator();
    private static final int RANKED = 5;
    private static final int SHOWN = 2;

    private ExplanationFormatter() {}

    /**
     * The whole explanation as text.
     *
     * @param recommended whether the configuration is recommended, and not only the best that was found
     * @param charset of the output
     */
    public static String text(Explanation explanation, boolean recommended, Charset charset) {
        List<String> parts = new ArrayList<>();
        parts.add((recommended ? "Why" : "Why the search chose the best found") + NL + path(explanation.path()));
        parts.add(ExplanationText.of(explanation).stream()
                .map(line -> "  " + line)
                .reduce((above, below) -> above + NL + below)
                .orElseThrow());
        parts.add("Predicted ops/s over the tried values of each knob, from the lowest value to the highest." + NL
                + "  Curve: the other knobs as above. On average: mean over " + covering(explanation) + ".");
        parts.add(knobs(explanation.knobs(), SparkLine.in(charset)));
        parts.add("Interactions: the part of the throughput that is not the sum of both knobs' effects");
        parts.add(pairs(explanation.interactions()));
        explanation.interactions().stream()
                .filter(Interaction::isDistinguishable)
                .limit(SHOWN)
                .forEach(pair -> parts.add(table(pair)));
        return String.join(NL + NL, parts) + NL;
    }

    /** The whole explanation as maps, lists, texts and numbers. */
    public static Map<String, Object> details(Explanation explanation) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("sentences", ExplanationText.of(explanation));
        details.put("path", all(explanation.path().steps(), ExplanationFormatter::step));
        details.put("knobs", all(explanation.knobs(), ExplanationFormatter::knob));
        details.put("interactions", all(explanation.interactions(), ExplanationFormatter::pair));
        return details;
    }

    private static <T> List<Map<String, Object>> all(List<T> items, Function<T, Map<String, Object>> details) {
        return items.stream().map(details).toList();
    }

    private static String covering(Explanation explanation) {
        return explanation.covering() == 1
                ? "1 configuration"
                : "at most " + explanation.covering() + " configurations";
    }

    private static String path(GainAblation path) {
        if (path.steps().isEmpty()) {
            return "  This is the present configuration: no step.";
        }
        TextTable table = new TextTable("Step", "Knob", "From", "To", "Gain", "Total gain");
        int number = 0;
        for (GainAblation.Step step : path.steps()) {
            table.row(
                    ++number,
                    step.knob(),
                    step.from(),
                    step.to(),
                    HumanUnits.gain(step.gain()),
                    HumanUnits.gain(step.total()));
        }
        return "  One knob at a time. Each gain is relative to the step before; +/- is one standard deviation of the model."
                + NL + NL + table.text();
    }

    private static String knobs(List<PartialDependence> knobs, SparkLine spark) {
        TextTable table = new TextTable("Knob", "Here", "Lowest", "Highest", "Curve", "On average", "");
        for (PartialDependence knob : knobs) {
            table.row(
                    knob.knob(),
                    knob.chosen(),
                    at(knob.lowest()),
                    at(knob.highest()),
                    curve(knob, PartialDependence.At::predicted, spark),
                    curve(knob, PartialDependence.At::averaged, spark),
                    knob.isDistinguishable() ? "" : ExplanationText.INDISTINGUISHABLE);
        }
        return table.text();
    }

    private static String curve(
            PartialDependence knob, Function<PartialDependence.At, Prediction> part, SparkLine spark) {
        return spark.of(
                knob.values().stream().mapToDouble(at -> part.apply(at).mean()).toArray());
    }

    private static String at(PartialDependence.At at) {
        return HumanUnits.count(at.predicted().mean()) + " +/- "
                + HumanUnits.count(at.predicted().deviation()) + " at " + at.value();
    }

    private static String pairs(List<Interaction> pairs) {
        TextTable table = new TextTable("Pair", "Share of the throughput", "");
        for (Interaction pair : pairs.subList(0, Math.min(RANKED, pairs.size()))) {
            table.row(
                    pair.first() + " x " + pair.second(),
                    HumanUnits.percent(pair.strength()) + " +/- " + HumanUnits.percent(pair.deviation()),
                    pair.isDistinguishable() ? "" : ExplanationText.INDISTINGUISHABLE);
        }
        return table.text();
    }

    private static String table(Interaction pair) {
        List<String> columns = new ArrayList<>(List.of(pair.first() + " \\ " + pair.second()));
        pair.columns().forEach(column -> columns.add(String.valueOf(column)));
        TextTable table = new TextTable(columns);
        for (int r = 0; r < pair.rows().size(); r++) {
            List<Object> row = new ArrayList<>(List.of(pair.rows().get(r)));
            pair.predicted().get(r).forEach(cell -> row.add(HumanUnits.count(cell)));
            table.row(row);
        }
        return table.text();
    }

    private static Map<String, Object> step(GainAblation.Step step) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("knob", step.knob());
        map.put("from", step.from());
        map.put("to", step.to());
        map.put("gain", gain(step.gain()));
        map.put("total", gain(step.total()));
        map.put("distinguishable", step.isDistinguishable());
        return map;
    }

    private static Map<String, Object> knob(PartialDependence knob) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("knob", knob.knob());
        map.put("value", knob.chosen());
        map.put("distinguishable", knob.isDistinguishable());
        map.put(
                "values",
                knob.values().stream()
                        .map(at -> {
                            Map<String, Object> value = new LinkedHashMap<>();
                            value.put("value", at.value());
                            value.put("predicted", prediction(at.predicted()));
                            value.put("gain", gain(at.gain()));
                            value.put("averaged", prediction(at.averaged()));
                            return value;
                        })
                        .toList());
        return map;
    }

    private static Map<String, Object> pair(Interaction pair) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("knobs", List.of(pair.first(), pair.second()));
        map.put("strength", pair.strength());
        map.put("deviation", pair.deviation());
        map.put("distinguishable", pair.isDistinguishable());
        map.put("rows", pair.rows());
        map.put("columns", pair.columns());
        map.put("predicted", pair.predicted());
        return map;
    }

    private static Map<String, Object> gain(RelativeGain gain) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mean", gain.mean());
        map.put("deviation", gain.deviation());
        return map;
    }

    private static Map<String, Object> prediction(Prediction prediction) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mean", prediction.mean());
        map.put("deviation", prediction.deviation());
        return map;
    }
}
