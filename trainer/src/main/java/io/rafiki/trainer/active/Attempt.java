package io.rafiki.trainer.active;

import io.rafiki.knob.Configuration;

/**
 * A trial that was begun and not given up, by all of its lines together.
 *
 * @param id of the trial
 * @param readRatio share of reads
 * @param configuration what the node was started with
 * @param outcome how it stands
 * @param throughput in operations per second; NaN unless measured
 */
record Attempt(String id, double readRatio, Configuration configuration, Outcome outcome, double throughput) {

    /** How a trial stands. */
    enum Outcome {
        /** It has a good line. */
        MEASURED,
        /** It failed or took too long. */
        FAILED,
        /** It was disturbed once, and is measured again. */
        DISTURBED,
        /** It was disturbed again, and is left at that. */
        LEFT
    }

    boolean isMeasured() {
        return outcome == Outcome.MEASURED;
    }
}
