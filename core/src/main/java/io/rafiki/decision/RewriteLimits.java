package io.rafiki.decision;

import java.time.Duration;

/**
 * What rewriting data must come up to.
 *
 * @param lookAhead time over which the gain must make up for what the rewriting loses; also the least time between two such changes
 * @param bytesPerSecond that compactions rewrite on a node which serves clients, where its own limit is not lower
 * @param slowdown share of the throughput that clients lose meanwhile, 0 to 1
 */
public record RewriteLimits(Duration lookAhead, double bytesPerSecond, double slowdown) {

    /** @throws IllegalArgumentException if a number makes no sense */
    public RewriteLimits {
        if (lookAhead.isNegative() || !(bytesPerSecond > 0) || !(slowdown >= 0 && slowdown <= 1)) {
            throw new IllegalArgumentException(
                    "rewriting: expected lookAhead from 0, bytesPerSecond above 0, slowdown 0..1," + " found lookAhead="
                            + lookAhead + " bytesPerSecond=" + bytesPerSecond + " slowdown=" + slowdown);
        }
    }
}
