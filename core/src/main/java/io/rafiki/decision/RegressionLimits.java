package io.rafiki.decision;

import java.time.Duration;

/**
 * How long a change is watched, and what is taken for a loss.
 *
 * @param duration from the end of the cool-down; zero watches nothing
 * @param regressionThreshold largest tolerated regression, as a share (0.1 = 10 %); measurement noise is added
 */
public record RegressionLimits(Duration duration, double regressionThreshold) {

    /** @throws IllegalArgumentException if a number makes no sense */
    public RegressionLimits {
        if (duration.isNegative() || !(regressionThreshold >= 0)) {
            throw new IllegalArgumentException(
                    "watch: expected duration and regressionThreshold from 0, found duration=" + duration
                            + " regressionThreshold=" + regressionThreshold);
        }
    }
}
