package io.rafiki.trainer.report.text;

import io.rafiki.decision.GuardrailConfig;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.YamlLine;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.analysis.ApplyInstructions;
import io.rafiki.trainer.analysis.Recommendation;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.format.WorkloadText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A recommendation as text, or as the values that {@code -F json} prints. */
public final class RecommendationFormatter {

    private static final String NL = System.lineSeparator();

    private RecommendationFormatter() {}

    /**
     * The whole recommendation as text.
     *
     * @param current whether the base is the node's present configuration, and not the default
     */
    public static String text(ModelBundle model, Recommendation advice, ApplyInstructions settings, boolean current) {
        List<String> parts = new ArrayList<>();
        parts.add(model(model) + cautions(advice, current));
        parts.add(configurations(advice, current));
        parts.add(predictions(advice, current));
        if (advice.isRecommended()) {
            addBlock(
                    parts,
                    "cassandra.yaml, for the next start:",
                    settings.cassandraYaml().entrySet().stream()
                            .map(entry -> YamlLine.of(entry.getKey(), entry.getValue()))
                            .toList());
            addBlock(parts, "Table options (CQL, once for the cluster):", settings.tables());
            addBlock(parts, "Changes on the running node, lost at a restart:", settings.live());
        } else {
            parts.add(verdict(advice, current));
        }
        return String.join(NL + NL, parts) + NL;
    }

    /** The whole recommendation as maps, lists, texts and numbers. */
    public static Map<String, Object> details(Recommendation advice, ApplyInstructions settings) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.putAll(advice.workload().toMap());
        details.put("objective", advice.objective().key());
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
        if (advice.rate() > 0) {
            details.put("openLoopRate", advice.rate());
        }
        details.put("latencies", LatencyFormatter.details(advice));
        advice.outside().ifPresent(why -> details.put("caution", why));
        advice.broken().ifPresent(constraint -> details.put("brokenConstraint", constraint));
        details.put("cassandraYaml", settings.cassandraYaml());
        details.put("tables", settings.tables());
        details.put("live", settings.live());
        return details;
    }

    static String model(ModelBundle model) {
        Map<String, String> from = model.provenance().environment();
        return "Model of " + model.provenance().trials() + " trials, on "
                + model.provenance()
                        .release()
                        .map(RecommendationFormatter::system)
                        .orElse("Cassandra ?")
                + ", " + cores(from.getOrDefault("cores", "?")) + ", heap " + from.getOrDefault("heapMiB", "?")
                + " MiB, memory " + from.getOrDefault("memoryMiB", "not limited") + " MiB, "
                + from.getOrDefault("records", "?") + " records.";
    }

    private static String cores(String number) {
        return number + (number.equals("1") ? " core" : " cores");
    }

    /** The release with its system. Only that of Cassandra is recorded without a name. */
    private static String system(String release) {
        return release.startsWith("Redis ") ? release : "Cassandra " + release;
    }

    static String cautions(Recommendation advice, boolean current) {
        return advice.outside()
                        .map(why -> NL + "Caution: " + why + "; its prediction is a guess.")
                        .orElse("")
                + advice.broken()
                        .map(constraint -> NL + "Caution: the " + (current ? "current configuration" : "default")
                                + " violates the constraint " + constraint)
                        .orElse("");
    }

    private static String configurations(Recommendation advice, boolean current) {
        Configuration defaults = advice.base().space().defaults();
        List<String> columns =
                new ArrayList<>(List.of("Knob", "Default", advice.isRecommended() ? "Recommended" : "Best found"));
        if (current) {
            columns.add(2, "Current");
        }
        TextTable table = new TextTable(columns);
        advice.best().toMap().forEach((knob, best) -> {
            List<Object> row = new ArrayList<>(List.of(knob, defaults.get(knob), best));
            if (current) {
                row.add(2, advice.base().get(knob));
            }
            table.row(row.stream().map(String::valueOf).toList());
        });
        return table.text();
    }

    private static String predictions(Recommendation advice, boolean current) {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put(
                "Read ratio",
                HumanUnits.percent(advice.workload().readRatio()) + WorkloadText.others(advice.workload()));
        lines.put("Predicted, default", text(advice.ofDefault()));
        if (current) {
            lines.put("Predicted, current", text(advice.ofBase()));
        }
        lines.put(advice.isRecommended() ? "Predicted, recommended" : "Predicted, best found", text(advice.ofBest()));
        lines.put(advice.objective().isLatency() ? "Predicted reduction" : "Predicted gain", gain(advice));
        lines.putAll(LatencyFormatter.lines(advice));
        return TextTable.pairs(lines);
    }

    private static String verdict(Recommendation advice, boolean current) {
        if (!advice.isWithinLimits()) {
            return LatencyFormatter.verdict(advice);
        }
        boolean latency = advice.objective().isLatency();
        return "Keep the " + (current ? "current configuration" : "default") + ": no predicted "
                + (latency ? "reduction" : "gain") + " is certainly above "
                + HumanUnits.percent(GuardrailConfig.MIN_GAIN) + ". The best found " + (latency ? "saves " : "gains ")
                + gain(advice) + ".";
    }

    static String text(Prediction prediction) {
        return HumanUnits.count(prediction.mean()) + " +/- " + HumanUnits.throughput(prediction.deviation());
    }

    /** The gain in the objective: more throughput, or less latency. */
    private static String gain(Recommendation advice) {
        RelativeGain gain = advice.gain();
        double least = gain.lowerBound(advice.kappa());
        String text = advice.objective().isLatency()
                ? HumanUnits.percent(gain.mean()) + " +/- " + HumanUnits.percent(gain.deviation()) + " of "
                        + LatencyFormatter.name(advice.objective()) + ", at least " + HumanUnits.percent(least)
                : HumanUnits.gain(gain) + ", at least " + HumanUnits.signedPercent(least);
        return text + " (kappa " + advice.kappa() + ")";
    }

    static Map<String, Object> prediction(Prediction prediction) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mean", prediction.mean());
        map.put("deviation", prediction.deviation());
        return map;
    }

    private static void addBlock(List<String> parts, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            parts.add(lines.stream().map(line -> NL + "  " + line).collect(Collectors.joining("", title, "")));
        }
    }
}
