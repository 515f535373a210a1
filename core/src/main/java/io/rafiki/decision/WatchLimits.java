package io.rafiki.decision;

import java.time.Duration;

/**
 * How long a change is watched, and what is taken for a loss.
 *
 * @param duration from the end of the cool-down; zero watches nothing
 * @param maxLoss the largest loss that does not matter, as a share (0.1 = 10 %); noise is allowed for on top
 */
public record WatchLimits(Duration duration, double maxLoss) {

    /** @throws IllegalArgumentException if a number makes no sense */
    public WatchLimits {
        if (duration.isNegative() || !(maxLoss >= 0)) {
            throw new IllegalArgumentException(
                    "watch: expected duration and maxLoss from 0, found duration=" + duration + " maxLoss=" + maxLoss);
        }
    }
}
