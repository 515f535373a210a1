package io.rafiki.trainer.report;

import io.rafiki.trainer.analysis.Interaction;
import io.rafiki.trainer.analysis.MeasuredExtremes;
import io.rafiki.trainer.analysis.Omission;
import io.rafiki.trainer.analysis.PairedVerification;
import io.rafiki.trainer.analysis.StrongestInteraction;
import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.statistics.PValue;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The sentences about a campaign that depend on its data. */
final class CampaignText {

    private CampaignText() {}

    /** Why a section has no content. */
    static String omission(Omission omission) {
        return switch (omission.cause()) {
            case NO_MODEL -> "no model was found (model.zip in the campaign's folder, or --model).";
            case NO_AGENT -> "no agent tunes this system; rafiki recommend prints its commands.";
            case NO_VERIFICATION ->
                "no trials of a verification were found (the folder verification, or --verification).";
            case NO_SCREENING -> "no screening was found (the folder screening, or --screening).";
            case NO_LATENCY_AT_RATE -> "the model has not learnt the p99 at an open_loop_rate.";
            case RATE_NOT_CARRIED -> "at no read ratio of the baseline does a configuration carry the open-loop rate.";
            case INSUFFICIENT_DATA -> omission.detail();
            case NO_REPLICATES ->
                "at no read ratio were both the baseline and another configuration measured at least twice.";
            case TOO_FEW_CONFIGURATIONS ->
                "no read ratio of the baseline has at least " + MeasuredExtremes.FEWEST
                        + " other configurations within 5 percentage points.";
            case BASELINE_RECOMMENDED -> "the model recommends the baseline at each read ratio.";
            case GAINS_UNSOUND ->
                "each gain that the model predicts is implausible, or outside its training domain. Train it again.";
            case SINGLE_KNOB -> "the model has one knob.";
            case BASELINE_NOT_REPEATED -> "at no read ratio was the baseline measured twice.";
        };
    }

    /** The verdict about a row of a verification. */
    static String verdict(VerificationRow row, long compared) {
        return switch (row.verdict(compared)) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case TOO_FEW_PAIRS -> "too few pairs so far";
            case NO_DIFFERENCE_SHOWN -> "no difference shown";
            case TOO_FEW_FOR_SIGNIFICANCE -> "not significant, " + row.pairs() + " pairs can be too few";
            case NOT_SIGNIFICANT -> "not significant";
        };
    }

    static String different(VerificationRow row) {
        return "At " + WorkloadText.reads(row.workload())
                + " the verification measured another configuration than this model's choice: "
                + row.configuration().differencesFromDefaults() + ".";
    }

    /** The trials without a pair, the names of the baseline, and the comparisons of Rafiki's choice with each other configuration. */
    static List<String> notes(PairedVerification verification) {
        List<String> notes = new ArrayList<>();
        if (verification.apart() > 0) {
            notes.add("Replicates without a pair, since the baseline was measured in another session: "
                    + verification.apart() + ".");
        }
        verification
                .withoutBaseline()
                .forEach((workload, trials) -> notes.add("At " + WorkloadText.reads(workload)
                        + " the baseline was not measured. Trials without comparison: " + trials + "."));
        verification
                .same()
                .forEach((workload, label) ->
                        notes.add("At " + WorkloadText.reads(workload) + " the baseline is: " + label + "."));
        notes.addAll(contests("yields", verification.contests()));
        notes.addAll(contests("has a p99 of", verification.latencyContests()));
        return notes;
    }

    private static List<String> contests(String verb, List<PairedVerification.Contest> contests) {
        return contests.stream()
                .map(contest -> String.format(
                        Locale.ROOT,
                        "At %s Rafiki's choice %s %s compared with the %s, in %d pairs of the same rounds (%s,"
                                + " adjusted for %s).",
                        WorkloadText.reads(contest.other().workload()),
                        verb,
                        Format.change(contest.change()),
                        contest.other().label(),
                        contest.pairs(),
                        PValue.said(contest.p()),
                        contests.size() == 1 ? "one comparison" : contests.size() + " comparisons"))
                .toList();
    }

    /** The verified latencies, one line for each row. */
    static List<String> latencies(List<VerificationRow> rows) {
        return rows.stream()
                .map(row -> String.format(
                        Locale.ROOT,
                        "%s, %s: median p99 %s us, baseline %s us, change %s in %d pairs (%s): %s",
                        WorkloadText.reads(row.workload()),
                        row.label().isEmpty() ? row.configuration().differencesFromDefaults() : row.label(),
                        HumanUnits.p99(row.median()),
                        HumanUnits.p99(row.baselineMedian()),
                        Format.change(row.change()),
                        row.pairs(),
                        PValue.said(row.p()),
                        verdict(row, PairedVerification.compared(rows))))
                .toList();
    }

    /** For each workload the best of the configurations that were measured once. */
    static List<String> single(PairedVerification verification) {
        return verification.single().stream()
                .collect(Collectors.groupingBy(VerificationRow::workload, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(rows -> String.format(
                        Locale.ROOT,
                        "Best of %d other configurations, one trial each, at %s: %s ops/s (%s).",
                        rows.size(),
                        WorkloadText.reads(rows.get(0).workload()),
                        HumanUnits.count(rows.get(0).mean()),
                        rows.get(0).configuration().differencesFromDefaults()))
                .toList();
    }

    static String strength(StrongestInteraction found) {
        Interaction pair = found.pair();
        return String.format(
                Locale.ROOT,
                "%s with %s at %s. The part that is not additive is %.1f %% of the throughput (uncertainty %.1f %%).",
                pair.first(),
                pair.second(),
                WorkloadText.reads(found.workload()),
                100 * pair.strength(),
                100 * pair.deviation());
    }

    static String reads(List<Workload> workloads) {
        return workloads.stream().map(WorkloadText::reads).collect(Collectors.joining(", "));
    }
}
