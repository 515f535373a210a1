package io.rafiki.trainer.analysis;

import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;

/**
 * What a model predicts of the latency's tail before and after a recommendation.
 *
 * @param metric a 99th percentile
 * @param ofBase prediction of the configuration that is compared with
 * @param ofBest prediction of the best found
 * @param limit what it was to be kept at or below, in the metric's unit; infinite if nobody asked
 */
public record TailLatency(Metric metric, Prediction ofBase, Prediction ofBest, double limit) {

    /** Whether somebody asked for a limit. */
    public boolean isLimited() {
        return limit < Double.POSITIVE_INFINITY;
    }

    /** Whether the base keeps the limit even {@code kappa} deviations above what is expected. */
    public boolean isKeptByBase(double kappa) {
        return isKept(ofBase, kappa);
    }

    /** Whether the best keeps it. */
    public boolean isKeptByBest(double kappa) {
        return isKept(ofBest, kappa);
    }

    private boolean isKept(Prediction prediction, double kappa) {
        return prediction.mean() + kappa * prediction.deviation() <= limit;
    }
}
