package io.rafiki.trainer.active;

import io.rafiki.surrogate.Prediction;
import java.util.Locale;

/** What a trial is chosen for. */
enum Goal {
    /** The greatest throughput that is still likely: the upper confidence bound (Srinivas et al. 2010). */
    PROMISING {
        @Override
        double value(double mean, double deviation) {
            return mean + OPTIMISM * deviation;
        }

        @Override
        String why(double readRatio, Prediction prediction) {
            return String.format(
                    Locale.ROOT,
                    "most promising at %.2f: predicted %,.0f +- %,.0f ops/s",
                    readRatio,
                    prediction.mean(),
                    prediction.deviation());
        }
    },
    /** The prediction that the networks agree on least, relative to its size. */
    UNCERTAIN {
        @Override
        double value(double mean, double deviation) {
            return deviation / Math.max(1e-9, Math.abs(mean));
        }

        @Override
        String why(double readRatio, Prediction prediction) {
            return String.format(
                    Locale.ROOT,
                    "most uncertain at %.2f: predicted %,.0f +- %.0f %%",
                    readRatio,
                    prediction.mean(),
                    100 * value(prediction.mean(), prediction.deviation()));
        }
    };

    private static final double OPTIMISM = 1;

    /** The greater, the sooner a trial is run. */
    abstract double value(double mean, double deviation);

    /** In one phrase, for the operator. */
    abstract String why(double readRatio, Prediction prediction);
}
