package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;

/**
 * An upper bound on a predicted quantity, such as the 99th percentile of the read latency.
 *
 * <p>The bound holds if {@code mean + kappa x deviation <= limit}. The confidence factor is the same as for throughput.
 *
 * @param metric predicts the quantity for configurations of the search's space; confined to the searching thread
 * @param limit limit in the metric's unit
 */
public record OutputConstraint(Surrogate metric, double limit) {

    /** @throws IllegalArgumentException if the limit is not positive */
    public OutputConstraint {
        if (!(limit > 0) || Double.isInfinite(limit)) {
            throw new IllegalArgumentException("limit: expected a number above 0, found " + limit);
        }
    }

    /** The distance of a prediction's upper confidence bound from the limit, as a share of the limit; negative below it. */
    double violation(double mean, double deviation, double kappa) {
        return (mean + kappa * deviation) / limit - 1;
    }
}
