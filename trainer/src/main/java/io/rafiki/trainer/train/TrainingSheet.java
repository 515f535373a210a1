package io.rafiki.trainer.train;

import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Metric;
import java.util.Locale;
import java.util.Map;

/** What training gave, as text for an operator. */
public final class TrainingSheet {

    private TrainingSheet() {}

    /** One block of lines for each metric, and what the numbers mean. */
    public static String text(TrialSet set, Map<Metric, TrainedEnsemble> trained) {
        StringBuilder text = new StringBuilder();
        trained.forEach((metric, ensemble) -> of(metric, set.measured().get(metric), ensemble, text));
        boolean heldOut = trained.values().stream().anyMatch(ensemble -> Double.isFinite(ensemble.heldOutError()));
        text.append(
                heldOut
                        ? "Held-out error: of trials that the networks had not seen, configurations left out with all their workloads; it"
                                + " contains the trials' noise.\n"
                        : "Leave-one-out error: by the closed form; with few trials it flatters.\n");
        return text.toString();
    }

    private static void of(Metric metric, TrialSet.Measured measured, TrainedEnsemble ensemble, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "%s: %d of %d networks kept, %d trials, %s.%n",
                metric.key(),
                ensemble.size(),
                ensemble.trained(),
                measured.ids().size(),
                error(ensemble)));
        ensemble.strange()
                .forEach((sample, prediction) -> text.append(String.format(
                        Locale.ROOT,
                        "  trial %s stands out: %,.0f %s measured, %,.0f expected from the others. Measure it again.%n",
                        measured.ids().get(sample),
                        measured.samples().points().get(sample).value(),
                        metric.unit(),
                        prediction)));
    }

    private static String error(TrainedEnsemble ensemble) {
        if (Double.isInfinite(ensemble.heldOutError())) {
            return String.format(Locale.ROOT, "leave-one-out error %.1f %%", 100 * ensemble.leaveOneOut());
        }
        Calibration calibration = ensemble.ensemble().calibration();
        return String.format(
                Locale.ROOT,
                "held-out error %.1f %% (95 %% interval %.1f..%.1f), deviation %.2f x spread",
                100 * ensemble.heldOutError(),
                100 * Math.max(0, ensemble.heldOutError() - ensemble.heldOutInterval()),
                100 * (ensemble.heldOutError() + ensemble.heldOutInterval()),
                calibration.scale());
    }
}
