package io.rafiki.benchmark.rivals;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.PValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results on real nodes as text. */
public final class NodeReport {

    private static final List<Double> SHARES = List.of(0.25, 0.5, 0.75, 1.0);

    private NodeReport() {}

    /** The best configuration so far over machine time, and each choice. */
    public static List<String> search(NodeWorkload workload, List<NodeRun> runs) {
        TextTable table = new TextTable(
                "tuner", "trials", "failed", "hours", "best after 25 %", "50 %", "75 %", "100 %", "choice");
        for (NodeRun run : runs) {
            List<Object> cells = new ArrayList<>(List.of(
                    run.label(),
                    run.steps().size(),
                    run.steps().stream().filter(step -> step.rate() == 0).count(),
                    String.format(Locale.ROOT, "%.2f", run.used() / 3600)));
            SHARES.forEach(share -> cells.add(HumanUnits.count(run.bestAfter(share))));
            cells.add(NamedValues.text(run.choice()));
            table.row(cells);
        }
        return List.of(
                "Workload " + workload.name() + ": highest mean so far, operations/s, as the tuner measured it.",
                table.text());
    }

    /** The verified gains of one workload. */
    public static List<String> verified(NodeComparison comparison) {
        TextTable table = new TextTable("configuration", "pairs", "operations/s", "gain over the baseline", "regret");
        for (NodeComparison.Row row : comparison.rows()) {
            table.row(
                    row.name(),
                    row.pairs(),
                    HumanUnits.count(row.rate()),
                    gain(row.gain()),
                    HumanUnits.percent(row.regret()));
        }
        return List.of("Workload " + comparison.workload() + ": verified in rounds.", table.text());
    }

    /** A line for each contest of Rafiki's choice. */
    public static List<String> contests(List<NodeComparison> comparisons) {
        return NodeComparison.adjusted(comparisons).stream()
                .map(contest -> contest.workload() + ": " + Tuners.REFERENCE + " against " + contest.name() + ": "
                        + contest.verdict() + ", " + gain(contest.gain()) + " in " + contest.pairs() + " pairs, "
                        + PValue.said(contest.p()) + " (Holm)")
                .toList();
    }

    private static String gain(ConfidenceInterval gain) {
        return Double.isNaN(gain.low())
                ? HumanUnits.signedPercent(gain.mean())
                : String.format(
                        Locale.ROOT, "%+.1f %% [%+.1f, %+.1f]", 100 * gain.mean(), 100 * gain.low(), 100 * gain.high());
    }
}
