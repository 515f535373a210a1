package io.rafiki.trainer.advice;

import io.rafiki.surrogate.Gain;
import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.operator.TextTable;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An explanation for readers: as text, or as what {@code -F json} prints. */
public final class ExplanationSheet {

    private static final String NL = System.lineSeparator();
    private static final int RANKED = 5;
    private static final int SHOWN = 2;

    private ExplanationSheet() {}

    /**
     * The whole of it as text.
     *
     * @param better whether the configuration is recommended, and not just the best that was found
     * @param charset of the output
     */
    public static String text(Explanation explanation, boolean better, Charset charset) {
        StringBuilder text = new StringBuilder(better ? "Why" : "Why the best found is what it is").append(NL);
        if (explanation.path().steps().isEmpty()) {
            text.append("  It is what there is already: no step.").append(NL);
        } else {
            text.append(
                            "  One knob at a time, each gain after the steps before it; +/- is one deviation: how far off the model takes itself to be.")
                    .append(NL);
            text.append(NL).append(path(explanation.path())).append(NL);
        }
        text.append(NL);
        Sentences.of(explanation).forEach(line -> text.append("  ").append(line).append(NL));
        text.append(NL)
                .append("What each knob does: predicted operations/s over what was tried, left to right,")
                .append(NL)
                .append("  with the other knobs as above, and on average over ")
                .append(Explanation.COVERING)
                .append(" configurations")
                .append(NL)
                .append(NL)
                .append(knobs(explanation.knobs(), SparkLine.in(charset)))
                .append(NL);
        text.append(NL)
                .append("Pairs that depend on each other: the part of their table that is not the sum of its margins")
                .append(NL)
                .append(NL)
                .append(pairs(explanation.interactions()))
                .append(NL);
        explanation.interactions().stream()
                .filter(Interaction::isDistinguishable)
                .limit(SHOWN)
                .forEach(pair -> text.append(NL).append(table(pair)).append(NL));
        return text.toString();
    }

    /** The whole of it as maps, lists, texts and numbers. */
    public static Map<String, Object> details(Explanation explanation) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("sentences", Sentences.of(explanation));
        details.put(
                "path",
                explanation.path().steps().stream().map(ExplanationSheet::step).toList());
        details.put(
                "knobs",
                explanation.knobs().stream().map(ExplanationSheet::knob).toList());
        details.put(
                "interactions",
                explanation.interactions().stream().map(ExplanationSheet::pair).toList());
        return details;
    }

    private static String path(GainPath path) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (GainPath.Step step : path.steps()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Step", rows.size() + 1);
            row.put("Knob", step.knob());
            row.put("From", step.from());
            row.put("To", step.to());
            row.put("Gain", Sentences.text(step.gain()));
            row.put("So far", Sentences.text(step.total()));
            rows.add(row);
        }
        return TextTable.rows(List.of("Step", "Knob", "From", "To", "Gain", "So far"), rows);
    }

    private static String knobs(List<Dependence> knobs, SparkLine spark) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Dependence knob : knobs) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Knob", knob.knob());
            row.put("Here", knob.chosen());
            row.put("Least", at(knob.lowest()));
            row.put("Greatest", at(knob.highest()));
            row.put(
                    "Curve",
                    spark.of(knob.values().stream()
                            .mapToDouble(value -> value.predicted().mean())
                            .toArray()));
            row.put(
                    "On average",
                    spark.of(knob.values().stream()
                            .mapToDouble(value -> value.averaged().mean())
                            .toArray()));
            row.put("", knob.isDistinguishable() ? "" : Sentences.INDISTINGUISHABLE);
            rows.add(row);
        }
        return TextTable.rows(List.of("Knob", "Here", "Least", "Greatest", "Curve", "On average", ""), rows);
    }

    private static String at(Dependence.At at) {
        return String.format(
                Locale.ROOT,
                "%,.0f +/- %,.0f at %s",
                at.predicted().mean(),
                at.predicted().deviation(),
                at.value());
    }

    private static String pairs(List<Interaction> pairs) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Interaction pair : pairs.subList(0, Math.min(RANKED, pairs.size()))) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Pair", pair.first() + " x " + pair.second());
            row.put(
                    "Of the throughput",
                    String.format(Locale.ROOT, "%.1f %% +/- %.1f %%", 100 * pair.strength(), 100 * pair.deviation()));
            row.put("", pair.isDistinguishable() ? "" : Sentences.INDISTINGUISHABLE);
            rows.add(row);
        }
        return TextTable.rows(List.of("Pair", "Of the throughput", ""), rows);
    }

    private static String table(Interaction pair) {
        List<String> columns = new ArrayList<>(List.of(pair.first() + " \\ " + pair.second()));
        pair.columns().forEach(column -> columns.add(String.valueOf(column)));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int r = 0; r < pair.rows().size(); r++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put(columns.get(0), pair.rows().get(r));
            for (int c = 0; c < pair.columns().size(); c++) {
                row.put(
                        columns.get(c + 1),
                        String.format(
                                Locale.ROOT, "%,.0f", pair.predicted().get(r).get(c)));
            }
            rows.add(row);
        }
        return TextTable.rows(columns, rows);
    }

    private static Map<String, Object> step(GainPath.Step step) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("knob", step.knob());
        map.put("from", step.from());
        map.put("to", step.to());
        map.put("gain", gain(step.gain()));
        map.put("total", gain(step.total()));
        map.put("distinguishable", step.isDistinguishable());
        return map;
    }

    private static Map<String, Object> knob(Dependence knob) {
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

    private static Map<String, Object> gain(Gain gain) {
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
