package io.rafiki.decision;

import java.time.Duration;

/**
 * The limits of rewrites of data.
 *
 * @param paybackHorizon time within which the gain must repay a rewrite; also the minimum time between two rewrites
 * @param bytesPerSecond assumed compaction throughput under load, if the node's own limit is not lower
 * @param throughputLoss share of the throughput that clients lose during a rewrite, 0 to 1
 */
public record RewriteCostLimits(Duration paybackHorizon, double bytesPerSecond, double throughputLoss) {

    /** @throws IllegalArgumentException if a value is out of range */
    public RewriteCostLimits {
        if (paybackHorizon.isNegative() || !(bytesPerSecond > 0) || !(throughputLoss >= 0 && throughputLoss <= 1)) {
            throw new IllegalArgumentException(
                    "rewriting: expected paybackHorizon from 0, bytesPerSecond above 0, throughputLoss 0..1,"
                            + " found paybackHorizon=" + paybackHorizon + " bytesPerSecond=" + bytesPerSecond
                            + " throughputLoss=" + throughputLoss);
        }
    }
}
