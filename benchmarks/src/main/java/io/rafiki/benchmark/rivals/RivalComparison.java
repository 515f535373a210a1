package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.statistics.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All tuners against the reference on the same surfaces: final regrets, and Wilcoxon's signed-rank test of their differences with Holm's
 * correction for the number of rivals.
 */
public final class RivalComparison {

    private static final double LEVEL = 0.05;

    private static final List<Double> SHARES = List.of(0.25, 0.5, 1.0);

    private final Map<String, Map<RivalRun.Task, RivalRun>> byTuner = new LinkedHashMap<>();

    /**
     * A tuner on all surfaces that the reference was on, too.
     *
     * @param surfaces number of surfaces
     * @param median of its final regrets
     * @param worst of its final regrets
     * @param difference median of its final regret minus that of the reference; positive if the reference is better
     * @param p adjusted p value of the difference; 1 for the reference itself
     * @param isBetter direction of p: whether the larger rank sum is that of the reference; the median can have another sign
     */
    public record Row(
            String tuner, int surfaces, double median, double worst, double difference, double p, boolean isBetter) {

        String verdict() {
            return RivalComparison.verdict(p, isBetter);
        }
    }

    /** The verdict about the reference, in words. */
    static String verdict(double p, boolean isBetter) {
        return p > LEVEL ? "not shown to differ" : isBetter ? "better" : "worse";
    }

    /** @throws IllegalArgumentException with one line, if the reference has no run */
    public RivalComparison(List<RivalRun> runs) {
        runs.forEach(run -> byTuner.computeIfAbsent(run.tuner(), first -> new LinkedHashMap<>())
                .put(run.task(), run));
        if (!byTuner.containsKey(Tuners.REFERENCE)) {
            throw new IllegalArgumentException(
                    "expected runs of " + Tuners.REFERENCE + ", found " + byTuner.keySet() + ". Add it to --tuners.");
        }
    }

    /** The rows, with the reference first. */
    public List<Row> rows() {
        List<String> tuners = new ArrayList<>(byTuner.keySet());
        tuners.remove(Tuners.REFERENCE);
        double[] p = tuners.stream()
                .mapToDouble(tuner -> VerificationRow.p(differences(tuner)))
                .toArray();
        double[] adjusted = Holm.adjusted(p);
        List<Row> rows = new ArrayList<>(List.of(row(Tuners.REFERENCE, 1)));
        for (int i = 0; i < adjusted.length; i++) {
            rows.add(row(tuners.get(i), adjusted[i]));
        }
        return rows;
    }

    private Row row(String tuner, double p) {
        double[] differences = differences(tuner);
        double[] regrets = common(tuner).stream()
                .mapToDouble(task -> byTuner.get(tuner).get(task).regret())
                .sorted()
                .toArray();
        return new Row(
                tuner,
                regrets.length,
                regrets.length == 0 ? Double.NaN : Median.of(regrets),
                regrets.length == 0 ? Double.NaN : regrets[regrets.length - 1],
                differences.length == 0 ? Double.NaN : Median.of(differences),
                p,
                VerificationRow.rises(differences));
    }

    private List<RivalRun.Task> common(String tuner) {
        return byTuner.get(tuner).keySet().stream()
                .filter(byTuner.get(Tuners.REFERENCE)::containsKey)
                .toList();
    }

    /** Final regrets minus those of the reference. */
    private double[] differences(String tuner) {
        return common(tuner).stream()
                .mapToDouble(task -> byTuner.get(tuner).get(task).regret()
                        - byTuner.get(Tuners.REFERENCE).get(task).regret())
                .toArray();
    }

    /** The table, and a line per rival for programs. */
    public List<String> lines() {
        TextTable table = new TextTable(
                "tuner", "surfaces", "regret, median", "worst", "after 25 %", "50 %", "100 % of the budget", "seconds");
        List<Row> rows = rows();
        for (Row row : rows) {
            List<Object> cells =
                    new ArrayList<>(List.of(row.tuner(), row.surfaces(), percent(row.median()), percent(row.worst())));
            SHARES.forEach(share -> cells.add(after(row.tuner(), share)));
            cells.add(number("%.0f", seconds(row.tuner())));
            table.row(cells);
        }
        List<String> lines = new ArrayList<>(List.of(table.text()));
        rows.stream()
                .skip(1)
                .map(row -> Tuners.REFERENCE + " against " + row.tuner() + ": " + row.verdict() + ", regret "
                        + number("%+.2f", 100 * row.difference()) + " points (median), p=" + number("%.3g", row.p())
                        + " (Holm)")
                .forEach(lines::add);
        return lines;
    }

    /** Median regret of the best measured configuration after a share of the budget; empty without trials. */
    private String after(String tuner, double share) {
        List<Double> regrets = byTuner.get(tuner).values().stream()
                .filter(run -> !run.regrets().isEmpty())
                .map(run -> run.regretAfter(share))
                .collect(Collectors.toList());
        return regrets.isEmpty()
                ? ""
                : percent(Median.of(
                        regrets.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private double seconds(String tuner) {
        return Median.of(byTuner.get(tuner).values().stream()
                .mapToDouble(RivalRun::seconds)
                .toArray());
    }

    private static String percent(double share) {
        return number("%.1f %%", 100 * share);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
