package io.rafiki.trainer.campaign;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Table;
import io.rafiki.trainer.train.Drift;
import io.rafiki.trainer.train.Sitting;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;

/** What the trials ran on, how steady that was, and which of them count for nothing. */
final class MachinePart {

    private MachinePart() {}

    /** Variation of the default configuration, and drift. */
    static Part noise(Measured measured) {
        String title = "Noise and drift";
        Table table = new Table(List.of("reads", "default trials", "mean, ops/s", "coefficient of variation"));
        measured.defaults().forEach((readRatio, trials) -> {
            if (trials.size() >= 2) {
                double[] means = Measured.means(trials);
                double mean = StatUtils.mean(means);
                table.row(List.of(
                        Measured.percent(readRatio),
                        Integer.toString(trials.size()),
                        String.format(Locale.ROOT, "%,.0f", mean),
                        String.format(Locale.ROOT, "%.1f %%", 100 * Math.sqrt(StatUtils.variance(means)) / mean)));
            }
        });
        if (table.isEmpty()) {
            return Part.leftOut(title, "the default configuration was measured nowhere twice.");
        }
        Drift drift = measured.set().drift();
        return Part.shown(
                title,
                table.html()
                        + Html.paragraph("All read ratios together: " + drift.sentence())
                        + (drift.isShown() ? Html.paragraph("So are the campaign's throughputs on this page.") : "")
                        + (drift.sittings().size() > 1 ? sittings(drift, measured) : ""));
    }

    /** The default in each sitting, as it was measured, and what is taken out of its trials. */
    private static String sittings(Drift drift, Measured measured) {
        Set<Double> readRatios = measured.defaults().keySet();
        List<String> head = new ArrayList<>(List.of("sitting from", "trials", "processor"));
        readRatios.forEach(readRatio -> head.add("at " + Measured.percent(readRatio) + " reads"));
        Table table = new Table(head);
        for (Sitting sitting : drift.sittings()) {
            List<String> row = new ArrayList<>(List.of(
                    sitting.begin().truncatedTo(ChronoUnit.MINUTES).toString(),
                    Integer.toString(sitting.trials()),
                    sitting.processor()));
            measured.defaults().forEach((readRatio, trials) -> {
                double[] means = trials.stream()
                        .filter(sitting::holds)
                        .mapToDouble(trial -> trial.throughput().mean() / drift.factor(trial))
                        .toArray();
                OptionalDouble gain = drift.isShown() ? drift.gain(sitting, readRatio) : OptionalDouble.empty();
                row.add(
                        means.length == 0
                                ? "-"
                                : String.format(Locale.ROOT, "%,.0f (%d)", StatUtils.mean(means), means.length)
                                        + (gain.isPresent()
                                                ? String.format(
                                                        Locale.ROOT, "; %+.1f %% taken out", 100 * gain.getAsDouble())
                                                : ""));
            });
            table.row(row);
        }
        return table.html()
                + Html.paragraph(
                        "The default in each sitting as it was measured, in operations per second, and in how many trials."
                                + " Trials of a sitting that has fewer than two of the default, or none at a read ratio of an earlier one, stay as"
                                + " they were measured.");
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
        return Part.shown("What was dropped, and why", Html.list(lines));
    }

    static Part environment(Measured measured) {
        Table table = new Table(List.of("what", "value"));
        measured.set().environment().forEach((what, value) -> table.row(List.of(what, value)));
        table.row(List.of("SHA-256 of trials.jsonl", measured.set().hash()));
        return Part.shown("Environment", table.html());
    }
}
