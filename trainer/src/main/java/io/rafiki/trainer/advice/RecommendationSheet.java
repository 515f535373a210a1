package io.rafiki.trainer.advice;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Gain;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.operator.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A recommendation for readers: as text, or as what {@code -F json} prints. */
public final class RecommendationSheet {

    private static final String NL = System.lineSeparator();

    private RecommendationSheet() {}

    /** The whole of it as text. */
    public static String text(ModelBundle model, Recommendation advice, Settings settings, boolean current) {
        StringBuilder text = new StringBuilder(model(model)).append(NL);
        advice.outside().ifPresent(why -> text.append("Caution: ")
                .append(why)
                .append("; its prediction is a guess.")
                .append(NL));
        advice.broken().ifPresent(constraint -> text.append("Caution: the ")
                .append(current ? "current configuration" : "default")
                .append(" breaks the constraint ")
                .append(constraint)
                .append(NL));
        text.append(NL).append(configurations(advice, current)).append(NL).append(NL);
        text.append(predictions(advice, current)).append(NL).append(NL);
        if (!advice.isRecommended()) {
            return text.append(verdict(advice, current)).append(NL).toString();
        }
        text.append("cassandra.yaml, for the next start:").append(NL);
        settings.cassandraYaml().forEach((key, value) -> line(text, key + ": " + flow(value)));
        text.append(NL).append("Table options (CQL, once for the cluster):").append(NL);
        settings.tables().forEach(statement -> line(text, statement));
        text.append(NL)
                .append("On the running node, what changes; lost at a restart:")
                .append(NL);
        settings.live().forEach(command -> line(text, command));
        return text.toString();
    }

    /** The whole of it as maps, lists, texts and numbers. */
    public static Map<String, Object> details(Recommendation advice, Settings settings) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("readRatio", advice.readRatio());
        details.put("better", advice.isBetter());
        details.put("recommended", advice.isRecommended());
        details.put("configuration", advice.best().toMap());
        details.put("base", advice.base().toMap());
        details.put("predicted", prediction(advice.ofBest()));
        details.put("predictedBase", prediction(advice.ofBase()));
        details.put("predictedDefault", prediction(advice.ofDefault()));
        Map<String, Object> gain = new LinkedHashMap<>();
        gain.put("mean", advice.gain().mean());
        gain.put("deviation", advice.gain().deviation());
        gain.put("kappa", advice.kappa());
        gain.put("lowerBound", advice.gain().lowerBound(advice.kappa()));
        details.put("gain", gain);
        details.put("withinLimits", advice.isWithinLimits());
        details.put("latencies", LatencySheet.details(advice));
        advice.outside().ifPresent(why -> details.put("caution", why));
        advice.broken().ifPresent(constraint -> details.put("brokenConstraint", constraint));
        details.put("cassandraYaml", settings.cassandraYaml());
        details.put("tables", settings.tables());
        details.put("live", settings.live());
        return details;
    }

    private static String model(ModelBundle model) {
        Map<String, String> from = model.provenance().environment();
        return "Model of " + model.provenance().trials() + " trials, on Cassandra "
                + from.getOrDefault("cassandra", "?")
                + ", " + from.getOrDefault("cores", "?") + " cores, heap " + from.getOrDefault("heapMiB", "?")
                + " MiB, memory " + from.getOrDefault("memoryMiB", "not limited") + " MiB, "
                + from.getOrDefault("records", "?") + " records.";
    }

    private static String configurations(Recommendation advice, boolean current) {
        Configuration usual = advice.base().space().defaults();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Map.Entry<String, Object> best : advice.best().toMap().entrySet()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Knob", best.getKey());
            row.put("Default", String.valueOf(usual.get(best.getKey())));
            row.put("Current", String.valueOf(advice.base().get(best.getKey())));
            row.put(advice.isRecommended() ? "Recommended" : "Best found", String.valueOf(best.getValue()));
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("Knob", "Default", "Current"));
        columns.add(advice.isRecommended() ? "Recommended" : "Best found");
        if (!current) {
            columns.remove("Current");
        }
        return TextTable.rows(columns, rows);
    }

    private static String predictions(Recommendation advice, boolean current) {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put("Read ratio", String.format(Locale.ROOT, "%.2f", advice.readRatio()));
        lines.put("Predicted, default", text(advice.ofDefault()));
        if (current) {
            lines.put("Predicted, current", text(advice.ofBase()));
        }
        lines.put(advice.isRecommended() ? "Predicted, recommended" : "Predicted, best found", text(advice.ofBest()));
        lines.put("Predicted gain", text(advice.gain(), advice.kappa()));
        lines.putAll(LatencySheet.lines(advice));
        return TextTable.pairs(lines);
    }

    private static String verdict(Recommendation advice, boolean current) {
        if (!advice.isWithinLimits()) {
            return LatencySheet.verdict(advice);
        }
        return "No configuration is predicted better than the " + (current ? "current one" : "default")
                + " beyond the possible error: keep it. (The best found gains "
                + text(advice.gain(), advice.kappa()) + ".)";
    }

    private static String text(Prediction prediction) {
        return String.format(Locale.ROOT, "%,.0f +/- %,.0f operations/s", prediction.mean(), prediction.deviation());
    }

    private static String text(Gain gain, double kappa) {
        return String.format(
                Locale.ROOT,
                "%+.1f %% +/- %.1f %%, at least %+.1f %% (kappa %s)",
                100 * gain.mean(),
                100 * gain.deviation(),
                100 * gain.lowerBound(kappa),
                kappa);
    }

    static Map<String, Object> prediction(Prediction prediction) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mean", prediction.mean());
        map.put("deviation", prediction.deviation());
        return map;
    }

    /** A value as YAML writes it on one line. */
    private static String flow(Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + flow(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                : String.valueOf(value);
    }

    private static void line(StringBuilder text, String line) {
        text.append("  ").append(line).append(NL);
    }
}
