package io.rafiki.trainer.campaign;

import io.rafiki.trainer.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        List<List<String>> table = new ArrayList<>();
        table.add(List.of(
                "reads", "what", "configuration", "pairs", "mean, ops/s", "against the default", "p", "verdict"));
        for (Verification.Row row : rows) {
            table.add(List.of(
                    Measured.percent(row.readRatio()),
                    row.label(),
                    row.configuration().beyondDefaults(),
                    row.pairs() + (row.pairs() < row.planned() ? " of " + row.planned() : ""),
                    String.format(Locale.ROOT, "%,.0f", row.mean()),
                    row.pairs() < 2 ? "-" : percent(row.gain()),
                    String.format(Locale.ROOT, "%.4f", row.p()),
                    row.verdict(rows.size())));
        }
        return Part.shown(
                TITLE,
                Part.table(table)
                        + Part.paragraph(
                                "Against the default: geometric mean of the pairs' ratios, with its 95 % interval (Student, of the"
                                        + " logarithms), not adjusted. p: Wilcoxon's signed-rank test of the logarithms, exact up to "
                                        + Verification.EXACT
                                        + " pairs, adjusted for all rows (Holm): that says what is better. With five pairs it cannot be"
                                        + " below 0.0625.")
                        + Part.list(notes(verification))
                        + single(verification.single())
                        + Part.paragraph(trials(verification.measured(), campaign)));
    }

    /** {@code +12.3 % [+10.0, +14.6]}. */
    private static String percent(Interval share) {
        return String.format(
                Locale.ROOT, "%+.1f %% [%+.1f, %+.1f]", 100 * share.mean(), 100 * share.low(), 100 * share.high());
    }

    /** What the trials of the verification ran on, where that is not what the campaign did, and how steady it was. */
    private static String trials(Measured verification, Measured campaign) {
        StringBuilder text =
                new StringBuilder("Its trials: " + verification.set().account() + "; "
                        + verification.set().drift().sentence());
        verification.set().environment().forEach((what, value) -> {
            String there = campaign.set().environment().get(what);
            if (!value.equals(there) && !what.equals("driftCorrected")) {
                text.append(" ").append(what).append(": ").append(value).append(", in the campaign ");
                text.append(there == null ? "not known" : there).append(".");
            }
        });
        return text.toString();
    }

    /** Where a choice is the default, and how near Rafiki's comes to the best of others. */
    private static List<String> notes(Verification verification) {
        List<String> notes = new ArrayList<>();
        verification
                .same()
                .forEach((ratio, label) ->
                        notes.add("At " + Measured.percent(ratio) + " reads the default is: " + label + "."));
        for (Verification.Row best : verification.rows()) {
            if (best.label().startsWith(Contenders.BEST)) {
                verification.rows().stream()
                        .filter(row -> row.readRatio() == best.readRatio()
                                && row.label().startsWith(Contenders.RAFIKI)
                                && Double.isFinite(row.gainOver(best).low()))
                        .forEach(row -> notes.add(String.format(
                                Locale.ROOT,
                                "At %s reads Rafiki's choice yields %s against the %s, in pairs of the same rounds.",
                                Measured.percent(row.readRatio()),
                                percent(row.gainOver(best)),
                                best.label())));
            }
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
        return Part.list(lines)
                + Part.paragraph(
                        "They stand in for an exhaustive grid; the best of many single trials is luck in part.");
    }
}
