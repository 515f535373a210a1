package io.rafiki.trainer.campaign;

import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.screen.Noise;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the trials ran on, how steady that was, and which of them count for nothing. */
final class MachinePart {

    private MachinePart() {}

    /** Variation and drift of the default configuration. */
    static Part noise(Measured measured) {
        String title = "Noise and drift";
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("reads", "default trials", "mean, ops/s", "coefficient of variation", "drift an hour", "p"));
        for (Map.Entry<Double, List<Trial>> ratio : measured.defaults().entrySet()) {
            List<Trial> trials = ratio.getValue();
            if (trials.size() < 2 || trials.stream().anyMatch(trial -> trial.timing() == null)) {
                continue;
            }
            double[] means = Measured.means(trials);
            Noise noise = Noise.of(
                    ratio.getKey(), trials.stream().mapToDouble(measured::hours).toArray(), means, List.of(means), 1);
            rows.add(List.of(
                    Measured.percent(ratio.getKey()),
                    Integer.toString(trials.size()),
                    String.format(Locale.ROOT, "%,.0f", noise.mean()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * noise.variation()),
                    trials.size() < 3 ? "-" : String.format(Locale.ROOT, "%+.1f %%", 100 * noise.drift()),
                    trials.size() < 3 ? "-" : String.format(Locale.ROOT, "%.3f", noise.driftP())));
        }
        return rows.size() == 1
                ? Part.leftOut(title, "the default configuration was measured nowhere twice.")
                : Part.shown(
                        title,
                        Part.table(rows)
                                + Part.paragraph("All read ratios together: "
                                        + measured.set()
                                                .measured()
                                                .get(Metric.THROUGHPUT)
                                                .drift()
                                                .sentence())
                                + Part.paragraph(
                                        "Errors and models are of trials that are set right for it where it is shown; throughputs in figures and"
                                                + " tables are as measured."));
    }

    /** What was dropped and why. */
    static Part dropped(Measured measured) {
        Set<String> good = new HashSet<>();
        measured.good().forEach(trial -> good.add(trial.id()));
        Map<String, Integer> causes = new TreeMap<>();
        int again = 0;
        for (Trial trial : measured.lines()) {
            if (trial.status() != Status.OK) {
                causes.merge(trial.status().name().toLowerCase(Locale.ROOT) + ": " + trial.cause(), 1, Integer::sum);
                again += good.contains(trial.id()) ? 1 : 0;
            }
        }
        long configurations =
                measured.good().stream().map(measured::configuration).distinct().count();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d lines, of which %d count: %d configurations at %d read ratios.",
                measured.lines().size(),
                measured.good().size(),
                configurations,
                measured.good().stream()
                        .map(trial -> trial.workload().readRatio())
                        .distinct()
                        .count()));
        causes.forEach((cause, count) -> lines.add(count + " x " + cause));
        lines.add(
                causes.isEmpty()
                        ? "Nothing was dropped."
                        : again + " of those that were dropped were measured well at another time.");
        return Part.shown("What was dropped, and why", Part.list(lines));
    }

    static Part environment(Measured measured) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("what", "value")));
        measured.set().environment().forEach((what, value) -> rows.add(List.of(what, value)));
        rows.add(List.of("SHA-256 of trials.jsonl", measured.set().hash()));
        return Part.shown("Environment", Part.table(rows));
    }
}
