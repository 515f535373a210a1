package io.rafiki.decision;

import java.time.Duration;

/**
 * The observation of a change.
 *
 * @param duration observation period after the cool-down; zero disables the observation
 * @param regressionThreshold largest tolerated regression, as a share (0.1 = 10 %); measurement noise is added
 */
public record RegressionLimits(Duration duration, double regressionThreshold) {

    /** @throws IllegalArgumentException if the duration is negative or the threshold is out of range */
    public RegressionLimits {
        if (duration.isNegative() || !(regressionThreshold >= 0)) {
            throw new IllegalArgumentException(
                    "watch: expected duration and regressionThreshold from 0, found duration=" + duration
                            + " regressionThreshold=" + regressionThreshold);
        }
    }
}
