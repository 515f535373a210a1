package io.rafiki.trainer.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether the choices are better when they are measured, in pairs with the default. */
final class VerificationPart {

    private static final String TITLE = "Verification: measured in pairs with the default";

    private VerificationPart() {}

    static Part of(Optional<Verification> verification) {
        if (verification.isEmpty()) {
            return Part.leftOut(
                    TITLE, "no trials of a verification were found (the folder verification, or --verification).");
        }
        List<Verification.Row> rows = verification.get().rows();
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
                    Measured.shown(row.configuration()),
                    Integer.toString(row.pairs()),
                    String.format(Locale.ROOT, "%,.0f", row.mean()),
                    String.format(
                            Locale.ROOT,
                            "%+.1f %% [%+.1f, %+.1f]",
                            100 * row.gain().mean(),
                            100 * row.gain().low(),
                            100 * row.gain().high()),
                    String.format(Locale.ROOT, "%.4f", row.p()),
                    row.verdict()));
        }
        return Part.shown(
                TITLE,
                Part.table(table)
                        + Part.paragraph(
                                "Interval: 95 %, Student, over the pairs' ratios. p: Wilcoxon's signed-rank test, exact, adjusted"
                                        + " for all rows (Holm). With five pairs p cannot be below 0.0625.")
                        + Part.list(notes(verification.get()))
                        + single(verification.get().single()));
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
                                && row.label().startsWith(Contenders.RAFIKI))
                        .forEach(row -> notes.add(String.format(
                                Locale.ROOT,
                                "At %s reads Rafiki's choice yields %.1f %% of the %s.",
                                Measured.percent(row.readRatio()),
                                100 * row.mean() / best.mean(),
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
                    Measured.shown(here.get(0).configuration())));
        }
        return Part.list(lines)
                + Part.paragraph(
                        "They stand in for an exhaustive grid; the best of many single trials is luck in part.");
    }
}
