package io.rafiki.trainer.campaign;

import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.trainer.validate.PaperFigures;
import io.rafiki.trainer.validate.Progress;
import io.rafiki.trainer.validate.Settings;
import io.rafiki.trainer.validate.TrialTable;
import io.rafiki.trainer.validate.Validation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How well withheld trials are predicted (Rafiki Table 2, Figures 7, 8 and 9), by training anew on parts of the campaign. */
final class ErrorParts {

    private static final List<String> TITLES = List.of(
            "Table 2: errors on unseen configurations and workloads",
            "Figure 7: error over the number of training trials",
            "Figure 8: errors on unseen configurations",
            "Figure 9: errors on unseen workloads");

    private ErrorParts() {}

    /** All four, in this order. */
    static List<Part> of(Measured measured, Settings settings, Progress progress) throws InterruptedException {
        Validation validation;
        try {
            validation = new Validation(
                    TrialTable.of(measured.root().resolve(Trials.FILE).toString(), measured.set(), Metric.THROUGHPUT),
                    settings);
        } catch (IllegalArgumentException refused) {
            return TITLES.stream()
                    .map(title -> Part.leftOut(title, refused.getMessage()))
                    .toList();
        }
        PaperFigures figures = new PaperFigures(validation.run(progress));
        return Stream.of(
                        part(
                                0,
                                figures.table().map(table -> table + Html.list(figures.treatments())),
                                "neither configurations nor workloads could be withheld."),
                        part(1, figures.learningCurve(), "there are too few trials for more than one size."),
                        part(
                                2,
                                figures.errors("configurations"),
                                "there are too few configurations to withhold a quarter of them."),
                        part(
                                3,
                                figures.errors("workloads"),
                                "there are too few workloads to withhold a quarter of them."))
                .toList();
    }

    private static Part part(int index, Optional<String> html, String reason) {
        return html.map(shown -> Part.shown(TITLES.get(index), shown))
                .orElseGet(() -> Part.leftOut(TITLES.get(index), reason));
    }
}
