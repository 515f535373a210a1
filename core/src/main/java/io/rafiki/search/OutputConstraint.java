package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;

/**
 * A bound on a predicted quantity: an upper bound on the 99th percentile of the read latency, or a lower bound on throughput.
 *
 * <p>An upper bound holds if {@code mean + kappa x deviation <= limit}, a lower bound if {@code mean - kappa x deviation >= limit}. The
 * confidence factor is that of the objective.
 *
 * @param metric predicts the quantity for configurations of the search's space; confined to the searching thread
 * @param limit limit in the metric's unit
 * @param upper whether it is an upper bound
 */
public record OutputConstraint(Surrogate metric, double limit, boolean upper) {

    /** @throws IllegalArgumentException if the limit is not positive */
    public OutputConstraint {
        if (!(limit > 0) || Double.isInfinite(limit)) {
            throw new IllegalArgumentException("limit: expected a number above 0, found " + limit);
        }
    }

    /** An upper bound. */
    public OutputConstraint(Surrogate metric, double limit) {
        this(metric, limit, true);
    }

    /** A lower bound. */
    public static OutputConstraint atLeast(Surrogate metric, double limit) {
        return new OutputConstraint(metric, limit, false);
    }

    /** The distance of a prediction's confidence bound from the limit, as a share of the limit; negative if the bound holds. */
    double violation(double mean, double deviation, double kappa) {
        return upper ? (mean + kappa * deviation) / limit - 1 : 1 - (mean - kappa * deviation) / limit;
    }
}
