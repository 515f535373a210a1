package io.rafiki.trainer.report.text;

import io.rafiki.trainer.evaluate.GainCoverage;
import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.evaluate.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where the ensemble is ahead of the baselines and where it is not, in words. */
public final class RegressorComparison {

    private RegressorComparison() {}

    /** At least one sentence. */
    public static List<String> of(ValidationResult result) {
        List<String> sentences = new ArrayList<>();
        boolean ahead = false;
        boolean everywhere = true;
        for (ValidationResult.Section section : result.sections()) {
            for (int size : section.sizes()) {
                List<ResultRow> rows = section.rows(size);
                List<String> better = named(rows, ResultRow.Standing.BEHIND);
                List<String> level = named(rows, ResultRow.Standing.LEVEL);
                if (!better.isEmpty()) {
                    sentences.add(at(section, size) + "the ensemble is behind " + String.join(", ", better) + ".");
                }
                List<String> closer = rows.stream()
                        .filter(row -> row.rmseStanding() == ResultRow.Standing.BEHIND)
                        .map(row -> row.method() + " (" + ResultFormat.signed(row.rmseBehind()) + ")")
                        .toList();
                if (!closer.isEmpty()) {
                    sentences.add(at(section, size) + "the RMSE, which large values decide, is less with "
                            + String.join(", ", closer) + " than with the ensemble.");
                }
                if (!level.isEmpty()) {
                    sentences.add(at(section, size) + "there is no difference beyond chance between the ensemble and "
                            + String.join(", ", level) + ".");
                }
                ahead |= !named(rows, ResultRow.Standing.AHEAD).isEmpty();
                everywhere &= better.isEmpty() && level.isEmpty();
            }
        }
        if (result.repeats() < 2) {
            return List.of("One repeat does not show which method is ahead. Use --repeats 10.");
        }
        if (everywhere) {
            sentences.add("The ensemble is ahead of every baseline in MAPE at every size.");
        } else if (ahead) {
            sentences.add("Everywhere else the ensemble is ahead in MAPE.");
        }
        result.sections().stream()
                .filter(section -> section.gains().pairs() > 0)
                .map(RegressorComparison::gains)
                .forEach(sentences::add);
        return sentences;
    }

    /** The coverage of predicted gains. */
    private static String gains(ValidationResult.Section section) {
        GainCoverage gains = section.gains();
        return String.format(
                Locale.ROOT,
                "%sthe intervals of gains contain %.0f %% (one deviation) and %.0f %% (two) of the gains between %,d pairs of"
                        + " held-out rows. Normal errors: 68 %% and 95 %%.",
                at(section, section.greatestSize()),
                100.0 * gains.within1() / gains.pairs(),
                100.0 * gains.within2() / gains.pairs(),
                gains.pairs());
    }

    private static String at(ValidationResult.Section section, int size) {
        return "At " + size + " training rows" + section.aside() + " ";
    }

    /** The methods of that standing, each with the points of MAPE between it and the ensemble. */
    private static List<String> named(List<ResultRow> rows, ResultRow.Standing standing) {
        return rows.stream()
                .filter(row -> !row.isEnsemble() && row.standing() == standing)
                .map(row -> standing == ResultRow.Standing.BEHIND
                        ? row.method() + " by "
                                + ResultFormat.interval(row.behind().negated()) + " points of MAPE"
                        : row.method() + " (" + ResultFormat.signed(row.behind()) + " points of MAPE)")
                .toList();
    }
}
