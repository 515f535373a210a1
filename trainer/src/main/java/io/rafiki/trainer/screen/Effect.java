package io.rafiki.trainer.screen;

import io.rafiki.trainer.statistics.Interval;

/**
 * What a knob does at one read ratio when all knobs are varied at two levels: its main effect.
 *
 * @param readRatio share of reads
 * @param low level, as a user writes it
 * @param high level
 * @param gain by how much the geometric mean of throughput at the high level is greater than that at the low level, as a share
 * @param freedom degrees of freedom of its 95 % interval
 * @param p probability of such a gain or loss, or a greater one, if the knob had no effect
 * @param adjusted p, adjusted for all knobs and read ratios
 */
record Effect(double readRatio, Object low, Object high, Interval gain, int freedom, double p, double adjusted) {

    Effect adjusted(double adjustedP) {
        return new Effect(readRatio, low, high, gain, freedom, p, adjustedP);
    }
}
