package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;

/**
 * A quantity that a configuration must keep low, such as the 99th percentile of the read latency.
 *
 * <p>It is kept where {@code mean + kappa x deviation <= limit}: the search is as careful here as with the throughput.
 *
 * @param metric predicts the quantity for configurations of the search's space; confined to the searching thread
 * @param limit in the metric's unit
 */
public record Bound(Surrogate metric, double limit) {

    /** @throws IllegalArgumentException if the limit is not a positive number */
    public Bound {
        if (!(limit > 0) || Double.isInfinite(limit)) {
            throw new IllegalArgumentException("limit: expected a number above 0, found " + limit);
        }
    }

    /** How far a prediction's upper bound lies beyond the limit, as a share of it; negative below it. */
    double excess(double mean, double deviation, double kappa) {
        return (mean + kappa * deviation) / limit - 1;
    }
}
