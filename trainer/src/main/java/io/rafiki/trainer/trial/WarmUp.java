package io.rafiki.trainer.trial;

import java.time.Duration;

/**
 * The load before the measured part: for a fixed time, or until the node's JVM has compiled and throughput is stationary.
 *
 * @param least earliest time at which the node is pinned, if its JVM has compiled
 * @param most latest start of the measured part; equal to {@code least} for a fixed time
 */
public record WarmUp(Duration least, Duration most) {

    /** Minimum time on the node's own processors before the measured part. */
    public static final Duration SHORTEST = Duration.ofSeconds(15);

    /** @throws IllegalArgumentException if the minimum exceeds the maximum */
    public WarmUp {
        if (least.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "warm-up: expected least <= most, found " + least.toSeconds() + " s > " + most.toSeconds() + " s");
        }
    }

    public static WarmUp fixed(Duration length) {
        return new WarmUp(length, length);
    }

    public boolean isFixed() {
        return least.equals(most);
    }
}
