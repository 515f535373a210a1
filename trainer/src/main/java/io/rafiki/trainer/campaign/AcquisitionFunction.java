package io.rafiki.trainer.campaign;

import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.workload.Workload;
import java.util.Locale;

/** The acquisition function that selects a trial. */
enum AcquisitionFunction {
    /** The optimistic confidence bound of the objective (Srinivas et al. 2010). */
    PROMISING {
        @Override
        double value(double mean, double deviation) {
            return mean + OPTIMISM * deviation;
        }

        @Override
        String why(Workload workload, Prediction prediction, TrialObjective objective) {
            return String.format(
                    Locale.ROOT,
                    "most promising at %s: predicted %,.0f +- %,.0f %s",
                    workload.text(),
                    prediction.mean(),
                    prediction.deviation(),
                    objective.unit());
        }
    },
    /** The greatest disagreement between networks, relative to the prediction. */
    UNCERTAIN {
        @Override
        double value(double mean, double deviation) {
            return deviation / Math.max(1e-9, Math.abs(mean));
        }

        @Override
        String why(Workload workload, Prediction prediction, TrialObjective objective) {
            return String.format(
                    Locale.ROOT,
                    "most uncertain at %s: predicted %,.0f +- %.0f %%",
                    workload.text(),
                    prediction.mean(),
                    100 * value(prediction.mean(), prediction.deviation()));
        }
    };

    private static final double OPTIMISM = 1;

    /**
     * A trial with a greater value runs earlier.
     *
     * @param mean prediction, with the sign that makes more better
     */
    abstract double value(double mean, double deviation);

    /** The reason in one phrase, for the operator. */
    abstract String why(Workload workload, Prediction prediction, TrialObjective objective);
}
