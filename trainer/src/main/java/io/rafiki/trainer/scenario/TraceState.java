package io.rafiki.trainer.scenario;

import java.time.Duration;

/**
 * A way in which a portal is used for a while.
 *
 * @param length of one spell in the mean; spells are exponentially distributed, and at least one window long
 * @param least read ratio
 * @param most read ratio
 * @param wanders whether the read ratio is drawn anew for each window; else once for the spell
 */
record TraceState(Duration length, double least, double most, boolean wanders) {

    TraceState {
        if (length.isNegative() || length.isZero() || !(least >= 0 && least <= most && most <= 1)) {
            throw new IllegalArgumentException(
                    "trace: expected a mean length above 0 and read ratios 0..1 in order, found " + length + ", "
                            + least + ".." + most);
        }
    }
}
