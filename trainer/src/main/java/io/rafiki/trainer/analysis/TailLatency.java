package io.rafiki.trainer.analysis;

import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;

/**
 * The predicted tail latency before and after a recommendation.
 *
 * @param metric a 99th percentile
 * @param ofBase prediction of the base configuration
 * @param ofBest prediction of the best configuration
 * @param limit upper limit in the metric's unit; infinite without a limit
 */
public record TailLatency(Metric metric, Prediction ofBase, Prediction ofBest, double limit) {

    /** Whether there is a limit. */
    public boolean isLimited() {
        return limit < Double.POSITIVE_INFINITY;
    }

    /** Whether the base satisfies the limit with {@code kappa} deviations above the mean. */
    public boolean isKeptByBase(double kappa) {
        return ofBase.upperBound(kappa) <= limit;
    }

    /** Whether the best satisfies it likewise. */
    public boolean isKeptByBest(double kappa) {
        return ofBest.upperBound(kappa) <= limit;
    }
}
