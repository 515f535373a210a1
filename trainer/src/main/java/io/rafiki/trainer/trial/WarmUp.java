package io.rafiki.trainer.trial;

import java.time.Duration;

/**
 * Load before the measured part: for a fixed time, or until the node's JVM has compiled and throughput is
 * stationary.
 *
 * @param least after it the node gets the processors on which it is measured, if its JVM has compiled
 * @param most after it the measured part begins in any case; the same as {@code least} for a fixed time
 */
public record WarmUp(Duration least, Duration most) {

    /** What a node is given at the least to become stationary on the processors on which it is measured. */
    public static final Duration SHORTEST = Duration.ofSeconds(15);

    /** @throws IllegalArgumentException if the least is more than the most */
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
