package io.rafiki.trainer.trial;

import java.time.Duration;

/**
 * The load before the measured part: for a fixed time, or until the node's JVM has compiled and throughput is stationary.
 *
 * @param min earliest time at which the node is pinned, if its JVM has compiled
 * @param max latest start of the measured part; equal to {@code min} for a fixed time
 */
public record WarmUp(Duration min, Duration max) {

    /** Minimum time on the node's own processors before the measured part. */
    public static final Duration SHORTEST = Duration.ofSeconds(15);

    /** @throws IllegalArgumentException if the minimum exceeds the maximum */
    public WarmUp {
        if (min.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "warm-up: expected min <= max, found " + min.toSeconds() + " s > " + max.toSeconds() + " s");
        }
    }

    public static WarmUp fixed(Duration length) {
        return new WarmUp(length, length);
    }

    public boolean isFixed() {
        return min.equals(max);
    }
}
