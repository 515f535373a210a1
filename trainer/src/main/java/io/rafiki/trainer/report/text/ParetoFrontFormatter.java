package io.rafiki.trainer.report.text;

import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.ParetoFront;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.format.WorkloadText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A Pareto front as text, or as the values that {@code -F json} prints. */
public final class ParetoFrontFormatter {

    private static final String NL = System.lineSeparator();

    private ParetoFrontFormatter() {}

    /**
     * A table with one row for each configuration.
     *
     * @param current whether the base is the node's present configuration, and not the default
     */
    public static String text(ModelBundle model, ParetoFront front, boolean current) {
        double kappa = front.fastest().kappa();
        String option = front.latency() == Metric.P99_AT_RATE ? "--max-p99" : "--max-read-p99";
        return String.join(
                        NL + NL,
                        RecommendationFormatter.model(model)
                                + RecommendationFormatter.cautions(front.fastest(), current),
                        TextTable.pairs(head(front, current)),
                        table(front),
                        String.join(
                                NL,
                                "Each row has the greatest throughput under a bound on the latency.",
                                "At least, at most: " + kappa + " deviations from the prediction.",
                                "For the commands of a row, repeat with " + option + " and a latency in microseconds."))
                + NL;
    }

    /** The whole front as maps, lists, texts and numbers. */
    public static Map<String, Object> details(ParetoFront front) {
        double kappa = front.fastest().kappa();
        Map<String, Object> details = new LinkedHashMap<>();
        details.putAll(front.fastest().workload().toMap());
        details.put("latency", front.latency().key());
        details.put("unit", front.latency().unit());
        details.put("kappa", kappa);
        if (front.rate() > 0) {
            details.put("openLoopRate", front.rate());
        }
        details.put("base", row(front.base(), kappa));
        details.put("front", front.rows().stream().map(row -> row(row, kappa)).toList());
        front.fastest().outside().ifPresent(why -> details.put("caution", why));
        front.fastest().broken().ifPresent(constraint -> details.put("brokenConstraint", constraint));
        return details;
    }

    private static Map<String, Object> head(ParetoFront front, boolean current) {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put(
                "Read ratio",
                HumanUnits.percent(front.fastest().workload().readRatio())
                        + WorkloadText.others(front.fastest().workload()));
        lines.put("Latency", LatencyFormatter.name(front.latency()));
        if (front.rate() > 0) {
            lines.put("Open-loop rate", HumanUnits.throughput(front.rate()));
        }
        lines.put(
                current ? "Current" : "Default",
                RecommendationFormatter.text(front.base().throughput()) + ", "
                        + LatencyFormatter.text(front.base().latency()));
        return lines;
    }

    private static String table(ParetoFront front) {
        List<String> knobs = front.base().configuration().toMap().entrySet().stream()
                .filter(knob -> front.rows().stream()
                        .anyMatch(row -> !Objects.equals(row.configuration().get(knob.getKey()), knob.getValue())))
                .map(Map.Entry::getKey)
                .toList();
        List<String> columns = new ArrayList<>(List.of("Throughput", "At least", "Gain", "Latency", "At most"));
        columns.addAll(knobs);
        TextTable table = new TextTable(columns);
        double kappa = front.fastest().kappa();
        for (ParetoFront.Row row : front.rows()) {
            List<Object> cells = new ArrayList<>(List.of(
                    HumanUnits.throughput(row.throughput().mean()),
                    HumanUnits.throughput(row.throughput().lowerBound(kappa)),
                    HumanUnits.gain(row.gain()),
                    HumanUnits.latency(row.latency().mean()),
                    HumanUnits.latency(row.latency().upperBound(kappa))));
            knobs.forEach(knob -> cells.add(String.valueOf(row.configuration().get(knob))));
            table.row(cells);
        }
        return table.text();
    }

    private static Map<String, Object> row(ParetoFront.Row row, double kappa) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("configuration", row.configuration().toMap());
        Map<String, Object> throughput = RecommendationFormatter.prediction(row.throughput());
        throughput.put("lowerBound", row.throughput().lowerBound(kappa));
        map.put("throughput", throughput);
        Map<String, Object> latency = RecommendationFormatter.prediction(row.latency());
        latency.put("upperBound", row.latency().upperBound(kappa));
        map.put("latency", latency);
        map.put(
                "gain",
                Map.of("mean", row.gain().mean(), "deviation", row.gain().deviation()));
        return map;
    }
}
