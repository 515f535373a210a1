package io.rafiki.trainer.screening;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.workload.Workload;

/**
 * The main effect of a knob at one read ratio when all knobs vary at two levels.
 *
 * @param workload operations of the clients
 * @param low low level, as a user writes it
 * @param high high level
 * @param gain relative difference between the geometric mean throughputs at the high and the low level
 * @param freedom degrees of freedom of its 95 % confidence interval
 * @param p two-sided probability of such an effect, or a greater one, without an effect
 * @param adjusted p, adjusted for all knobs and read ratios
 */
public record MainEffect(
        Workload workload, Object low, Object high, ConfidenceInterval gain, int freedom, double p, double adjusted) {

    /** Whether chance alone is an unlikely cause of the effect. */
    public boolean isSignificant() {
        return adjusted < KnobResult.LEVEL;
    }

    MainEffect adjusted(double adjustedP) {
        return new MainEffect(workload, low, high, gain, freedom, p, adjustedP);
    }
}
