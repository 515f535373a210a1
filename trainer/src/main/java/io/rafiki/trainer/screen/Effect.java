package io.rafiki.trainer.screen;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rafiki.trainer.statistics.Interval;

/**
 * What a knob does at one read ratio when all knobs are varied at two levels: its main effect.
 *
 * @param readRatio share of reads
 * @param low level, as a user writes it
 * @param high level
 * @param mean throughput over all runs, in operations per second
 * @param difference mean throughput at the high level less that at the low level, in operations per second
 * @param standardError of the difference
 * @param freedom degrees of freedom of the standard error
 * @param p probability of such a difference, or a greater one to either side, if the knob had no effect
 * @param adjusted p, adjusted for all knobs and read ratios
 */
record Effect(
        double readRatio,
        Object low,
        Object high,
        double mean,
        double difference,
        double standardError,
        int freedom,
        double p,
        double adjusted) {

    /** The difference as a share of the mean. */
    @JsonProperty
    double share() {
        return difference / mean;
    }

    /** Standard error of the share. */
    double shareError() {
        return standardError / mean;
    }

    /** 95 % interval of the share. */
    Interval interval() {
        return Interval.of(share(), shareError(), freedom);
    }

    Effect adjusted(double adjustedP) {
        return new Effect(readRatio, low, high, mean, difference, standardError, freedom, p, adjustedP);
    }
}
