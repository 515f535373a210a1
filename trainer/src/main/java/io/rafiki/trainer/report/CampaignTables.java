package io.rafiki.trainer.report;

import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.analysis.AblationPath;
import io.rafiki.trainer.analysis.CampaignResult;
import io.rafiki.trainer.analysis.GainsByCost;
import io.rafiki.trainer.analysis.Interaction;
import io.rafiki.trainer.analysis.MeasuredExtremes;
import io.rafiki.trainer.analysis.ParetoFront;
import io.rafiki.trainer.analysis.ParetoFronts;
import io.rafiki.trainer.analysis.PredictedGains;
import io.rafiki.trainer.analysis.TrialAccount;
import io.rafiki.trainer.analysis.VarianceShares;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.report.text.PriceClassFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables of a campaign that no other page has. */
final class CampaignTables {

    static final String READS = "reads";
    private static final double HIGH = 0.7;
    private static final double LOW = 0.3;

    private CampaignTables() {}

    static DataTable gains(PredictedGains gains) {
        return DataTable.of(
                        "Predicted gains",
                        Column.text(READS),
                        Column.number("predicted baseline, ops/s"),
                        Column.number("predicted choice, ops/s"),
                        Column.number("gain"),
                        Column.number("gain - 2 SD"),
                        Column.wide("choice"))
                .rows(
                        gains.recommendations(),
                        one -> List.of(
                                WorkloadText.percent(one.workload()),
                                HumanUnits.count(one.ofDefault().mean()),
                                HumanUnits.count(one.ofChoice().mean()),
                                HumanUnits.signedPercent(one.gainOfChoice()),
                                one.isRecommended()
                                        ? HumanUnits.signedPercent(one.gain().lowerBound(2))
                                        : HumanUnits.ABSENT,
                                one.isRecommended()
                                        ? one.best().differencesFromDefaults()
                                        : "baseline: the best configuration found ("
                                                + HumanUnits.signedPercent(
                                                        one.gain().mean()) + ") is not significantly better"));
    }

    static DataTable byCost(GainsByCost gains) {
        List<Column> columns = new ArrayList<>();
        for (String title : PriceClassFormatter.titles()) {
            columns.add(
                    switch (title) {
                        case "Predicted gain", "Lower bound", "Upper bound" -> Column.number(title);
                        case "Changes", "Permitted by" -> Column.wide(title);
                        default -> Column.text(title);
                    });
        }
        return DataTable.of("Best configuration for each change cost", columns)
                .rows(PriceClassFormatter.rows(gains), row -> row);
    }

    /** For each workload the baseline, then the front by falling throughput. */
    static DataTable fronts(ParetoFronts fronts) {
        DataTable table = DataTable.of(
                "Throughput against p99 at the open-loop rate",
                Column.text(READS),
                Column.number("predicted throughput, ops/s"),
                Column.number("throughput - 2 SD"),
                Column.number("predicted p99"),
                Column.number("p99 + 2 SD"),
                Column.wide("configuration"));
        for (ParetoFront front : fronts.fronts()) {
            table.row("", front(front, front.base(), "baseline"));
            for (ParetoFront.Row row : front.rows()) {
                table.row("", front(front, row, row.configuration().differencesFromDefaults()));
            }
        }
        return table;
    }

    private static List<String> front(ParetoFront front, ParetoFront.Row row, String configuration) {
        double kappa = front.fastest().kappa();
        return List.of(
                WorkloadText.percent(front.fastest().workload()),
                HumanUnits.count(row.throughput().mean()),
                HumanUnits.count(row.throughput().lowerBound(kappa)),
                HumanUnits.latency(row.latency().mean()),
                HumanUnits.latency(row.latency().upperBound(kappa)),
                configuration);
    }

    /** Mean gains compared with those of the paper (Rafiki §4.8). */
    static DataTable meanGains(PredictedGains gains) {
        return DataTable.of(
                        "Mean gains",
                        Column.text("mean gain"),
                        Column.number("all read ratios"),
                        Column.number("70 % reads and more"),
                        Column.number("30 % reads and less"))
                .row(
                        "predicted here",
                        mean(gains.meanGain(0, 1)),
                        mean(gains.meanGain(HIGH, 1)),
                        mean(gains.meanGain(0, LOW)))
                .row("measured in the paper", "30 %", "41 %", "14 %");
    }

    private static String mean(OptionalDouble gain) {
        return gain.isPresent() ? HumanUnits.signedPercent(gain.getAsDouble()) : HumanUnits.ABSENT;
    }

    static DataTable extremes(MeasuredExtremes extremes) {
        return DataTable.of(
                        "Greatest, baseline and least measured throughput",
                        Column.text(READS),
                        Column.number("trials"),
                        Column.number("greatest, ops/s"),
                        Column.number("baseline, ops/s"),
                        Column.number("least, ops/s"),
                        Column.wide("greatest with"),
                        Column.wide("least with"))
                .rows(
                        extremes.rows(),
                        row -> List.of(
                                WorkloadText.percent(row.workload()),
                                Integer.toString(row.trials()),
                                above(row.greatest(), row),
                                above(row.baseline(), row),
                                above(row.least(), row),
                                row.greatestWith().differencesFromDefaults(),
                                row.leastWith().differencesFromDefaults()));
    }

    private static String above(double throughput, MeasuredExtremes.Row row) {
        double bottom = Math.min(row.baseline(), row.least());
        return HumanUnits.count(throughput) + " (" + HumanUnits.signedPercent(throughput / bottom - 1) + ")";
    }

    static DataTable ablation(AblationPath ablation) {
        return DataTable.of(
                        "Predicted gain of each knob",
                        Column.text("knob"),
                        Column.text("from"),
                        Column.text("to"),
                        Column.number("gain of this step, with its SD"),
                        Column.number("total gain"),
                        Column.text("distinguishable"))
                .rows(
                        ablation.path().steps(),
                        step -> List.of(
                                step.knob(),
                                step.from().toString(),
                                step.to().toString(),
                                HumanUnits.gain(step.gain()),
                                HumanUnits.signedPercent(step.total().mean()),
                                step.isSignificant()
                                        ? "yes"
                                        : step.isDistinguishable() ? "no: within 2 SD" : "no: within 1 SD"));
    }

    /** Knobs by their greatest share at any workload, then the variation itself. */
    static DataTable shares(List<VarianceShares> workloads) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("knob")));
        workloads.forEach(at -> columns.add(Column.number(WorkloadText.reads(at.workload()))));
        List<VarianceShares.Share> knobs = workloads.get(0).knobs();
        DataTable table = DataTable.of("Share of each knob in the predicted variation", columns);
        IntStream.range(0, knobs.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer k) -> -greatestShare(workloads, k)))
                .forEach(k -> table.row(
                        "",
                        Stream.concat(
                                        Stream.of(knobs.get(k).knob()),
                                        workloads.stream()
                                                .map(at -> share(at.knobs().get(k))))
                                .toList()));
        return table.row(
                "strong",
                Stream.concat(
                                Stream.of("standard deviation of the predictions"),
                                workloads.stream().map(at -> percent(at.variation())))
                        .toList());
    }

    private static double greatestShare(List<VarianceShares> workloads, int knob) {
        return workloads.stream()
                .mapToDouble(at -> at.knobs().get(knob).total().mean())
                .max()
                .orElse(0);
    }

    private static String share(VarianceShares.Share knob) {
        return percent(knob.total()) + " ("
                + HumanUnits.wholePercent(knob.alone().mean()) + ")";
    }

    /** {@code 62 % ± 4} of a share with its deviation. */
    private static String percent(Prediction share) {
        return HumanUnits.wholePercent(share.mean()) + " ± " + HumanUnits.count(100 * share.deviation());
    }

    static DataTable interaction(Interaction pair) {
        List<Column> columns = new ArrayList<>(List.of(Column.text(pair.first() + ", by " + pair.second())));
        pair.columns().forEach(column -> columns.add(Column.number(column.toString())));
        DataTable table = DataTable.of("Predicted throughput over two knobs, ops/s", columns);
        for (int r = 0; r < pair.rows().size(); r++) {
            List<String> row = new ArrayList<>(List.of(pair.rows().get(r).toString()));
            pair.predicted().get(r).forEach(predicted -> row.add(HumanUnits.count(predicted)));
            table.row("", row);
        }
        return table;
    }

    static DataTable account(TrialAccount account) {
        return DataTable.of("Trials", Column.text("trials"), Column.number(""))
                .row("lines of trials.jsonl", Integer.toString(account.lines()))
                .row("used", Integer.toString(account.used()))
                .row("configurations", Integer.toString(account.configurations()))
                .row("read ratios", Integer.toString(account.readRatios()))
                .row("dropped, measured successfully in another line", Integer.toString(account.measuredLater()));
    }

    static DataTable dropped(List<TrialAccount.Dropped> dropped) {
        return DataTable.of("Dropped trials", Column.text("dropped lines"), Column.text("status"), Column.wide("cause"))
                .rows(
                        dropped,
                        one -> List.of(
                                Integer.toString(one.lines()),
                                one.status().name().toLowerCase(Locale.ROOT),
                                one.cause()));
    }

    static DataTable environment(CampaignResult result) {
        return DataTable.facts("Environment", result.environment()).row("SHA-256 of trials.jsonl", result.hash());
    }
}
