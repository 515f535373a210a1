package io.rafiki.trainer.campaign;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Table;
import io.rafiki.trainer.statistics.Chance;
import io.rafiki.trainer.statistics.Interval;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether the choices are better when they are measured, in pairs with the default. */
final class VerificationPart {

    static final String TITLE = "Verification: measured in pairs with the default";

    private VerificationPart() {}

    /** @param campaign that the choices come from */
    static Part of(Verification verification, Measured campaign) {
        List<Verification.Row> rows = verification.rows();
        if (rows.isEmpty()) {
            return Part.leftOut(
                    TITLE,
                    "no configuration was measured twice at a read ratio at which the default was measured twice.");
        }
        Table table = new Table(List.of(
                "reads", "what", "configuration", "pairs", "mean, ops/s", "against the default", "p", "verdict"));
        for (Verification.Row row : rows) {
            table.row(List.of(
                    Measured.percent(row.readRatio()),
                    row.label(),
                    row.configuration().beyondDefaults(),
                    row.pairs() + (row.pairs() < row.planned() ? " of " + row.planned() : ""),
                    String.format(Locale.ROOT, "%,.0f", row.mean()),
                    row.pairs() < 2 ? "-" : percent(row.gain()),
                    Chance.text(row.p()),
                    row.verdict(verification.compared())));
        }
        return Part.shown(
                TITLE,
                table.html()
                        + Html.paragraph(
                                "Against the default: geometric mean of the pairs' ratios, with its 95 % interval (Student, of the"
                                        + " logarithms), not adjusted. p: Wilcoxon's signed-rank test of the logarithms, exact up to "
                                        + Verification.EXACT
                                        + " pairs, adjusted for the " + verification.compared()
                                        + " rows of which six pairs or more are planned or measured (Holm): that says what is better. With five pairs it cannot be"
                                        + " below 0.0625.")
                        + Html.list(notes(verification))
                        + single(verification.single())
                        + Html.paragraph(trials(verification.measured(), campaign)));
    }

    /** {@code +12.3 % [+10.0, +14.6]}. */
    private static String percent(Interval share) {
        return String.format(
                Locale.ROOT,
                "%+.1f %% [%+.1f, %+.1f]",
                rounded(share.mean()),
                rounded(share.low()),
                rounded(share.high()));
    }

    /** In percent, to a tenth; nothing is not less than nothing. */
    private static double rounded(double share) {
        return Double.isFinite(share) ? Math.round(1000 * share) / 10.0 : share;
    }

    /** What the trials of the verification ran on, where that is not what the campaign did, and how steady it was. */
    private static String trials(Measured verification, Measured campaign) {
        StringBuilder text =
                new StringBuilder("Its trials: " + verification.set().account() + "; "
                        + verification.set().drift().sentence());
        Map<String, String> here = verification.set().environment();
        Map<String, String> there = campaign.set().environment();
        Set<String> all = new LinkedHashSet<>(here.keySet());
        all.addAll(there.keySet());
        all.remove("driftCorrected");
        for (String what : all) {
            if (!Objects.equals(here.get(what), there.get(what))) {
                text.append(" ").append(what).append(": ").append(here.getOrDefault(what, "none"));
                text.append(", in the campaign ")
                        .append(there.getOrDefault(what, "none"))
                        .append(".");
            }
        }
        return text.toString();
    }

    /** What is no pair, where a choice is the default, and how near Rafiki's comes to the best of others. */
    private static List<String> notes(Verification verification) {
        List<String> notes = new ArrayList<>();
        if (verification.apart() > 0) {
            notes.add(verification.apart()
                    + " repeats that were measured in another sitting than the default's are no pairs.");
        }
        Measured measured = verification.measured();
        measured.good().stream()
                .filter(trial ->
                        !measured.defaults().containsKey(trial.workload().readRatio()))
                .collect(Collectors.groupingBy(
                        trial -> trial.workload().readRatio(), TreeMap::new, Collectors.counting()))
                .forEach((ratio, trials) -> notes.add("At " + Measured.percent(ratio)
                        + " reads the default was not measured: " + trials + " trials are not compared."));
        verification
                .same()
                .forEach((ratio, label) ->
                        notes.add("At " + Measured.percent(ratio) + " reads the default is: " + label + "."));
        List<Verification.Contest> contests = verification.contests();
        for (Verification.Contest contest : contests) {
            notes.add(String.format(
                    Locale.ROOT,
                    "At %s reads Rafiki's choice yields %s against the %s, in %d pairs of the same rounds; %s, adjusted for %s.",
                    Measured.percent(contest.best().readRatio()),
                    percent(contest.gain()),
                    contest.best().label(),
                    contest.pairs(),
                    Chance.said(contest.p()),
                    contests.size() == 1 ? "this one comparison" : contests.size() + " such comparisons"));
        }
        return notes;
    }

    private static String single(List<Verification.Row> single) {
        if (single.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        for (double ratio :
                single.stream().map(Verification.Row::readRatio).distinct().toList()) {
            List<Verification.Row> here =
                    single.stream().filter(row -> row.readRatio() == ratio).toList();
            lines.add(String.format(
                    Locale.ROOT,
                    "Best of %d other configurations, one trial each, at %s reads: %,.0f ops/s (%s).",
                    here.size(),
                    Measured.percent(ratio),
                    here.get(0).mean(),
                    here.get(0).configuration().beyondDefaults()));
        }
        return Html.list(lines)
                + Html.paragraph(
                        "They stand in for an exhaustive grid; the best of many single trials is luck in part.");
    }
}
