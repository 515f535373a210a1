package io.rafiki.benchmark.rivals;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.PValue;
import io.rafiki.trainer.trial.TrialObjective;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results on real nodes as text. */
public final class NodeReport {

    private static final List<Double> SHARES = List.of(0.25, 0.5, 0.75, 1.0);

    private NodeReport() {}

    /** The best configuration so far over machine time, and each choice. */
    public static List<String> search(NodeWorkload workload, TrialObjective objective, List<NodeRun> runs) {
        TextTable table = new TextTable(
                "tuner", "trials", "failed", "hours", "best after 25 %", "50 %", "75 %", "100 %", "choice");
        for (NodeRun run : runs) {
            List<Object> cells = new ArrayList<>(List.of(
                    run.label(),
                    run.steps().size(),
                    run.steps().stream()
                            .filter(step -> step.value() == objective.ofFailure())
                            .count(),
                    String.format(Locale.ROOT, "%.2f", run.used() / 3600)));
            SHARES.forEach(share -> cells.add(HumanUnits.count(run.bestAfter(share))));
            cells.add(NamedValues.text(run.choice()));
            table.row(cells);
        }
        return List.of(
                "Workload " + workload.name() + ": best mean so far, " + objective.unit()
                        + ", as the tuner measured it. Trials beyond a limit count as failed.",
                table.text());
    }

    /** The verified gains of one workload. */
    public static List<String> verified(NodeComparison comparison) {
        TextTable table = new TextTable(
                "configuration",
                "pairs",
                "operations/s",
                "p99 at the rate, us",
                comparison.isLatency() ? "p99 below the baseline's" : "gain over the baseline",
                "regret");
        for (NodeComparison.Row row : comparison.rows()) {
            table.row(
                    row.name(),
                    row.pairs(),
                    HumanUnits.count(row.rate()),
                    latency(row),
                    gain(row.gain()),
                    row.isWithin() ? HumanUnits.percent(row.regret()) : "above the limit");
        }
        List<String> lines =
                new ArrayList<>(List.of("Workload " + comparison.workload() + ": verified in rounds.", table.text()));
        List<NodeComparison.Row> front = comparison.front();
        if (!front.isEmpty()) {
            lines.add(comparison.workload() + ": Pareto front: "
                    + front.stream()
                            .map(row -> row.name() + " (" + HumanUnits.count(row.rate()) + " ops/s, " + latency(row)
                                    + " us)")
                            .collect(Collectors.joining(", ")));
        }
        return lines;
    }

    /** A line for each contest of Rafiki's choice, and one for each workload in which it exceeds the limit of the latency. */
    public static List<String> contests(List<NodeComparison> comparisons) {
        List<String> lines = comparisons.stream()
                .filter(each ->
                        each.rows().stream().anyMatch(row -> row.name().equals(Tuners.REFERENCE) && !row.isWithin()))
                .map(each -> each.workload() + ": " + Tuners.REFERENCE
                        + " exceeds the limit of the latency, so it is compared with no other.")
                .collect(Collectors.toCollection(ArrayList::new));
        NodeComparison.adjusted(comparisons).stream()
                .map(contest -> contest.workload() + ": " + Tuners.REFERENCE + " against " + contest.name() + ": "
                        + contest.verdict() + ", " + gain(contest.gain()) + " in " + contest.pairs() + " pairs, "
                        + PValue.said(contest.p()) + " (Holm)")
                .forEach(lines::add);
        return lines;
    }

    private static String latency(NodeComparison.Row row) {
        return HumanUnits.p99(row.p99());
    }

    /** A latency without bound has no gain. */
    private static String gain(ConfidenceInterval gain) {
        return HumanUnits.signedPercent(gain.mean())
                + (Double.isNaN(gain.low()) ? "" : " [" + percent(gain.low()) + ", " + percent(gain.high()) + "]");
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%+.1f", 100 * share) : HumanUnits.ABSENT;
    }
}
