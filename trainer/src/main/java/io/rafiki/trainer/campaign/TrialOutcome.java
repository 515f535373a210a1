package io.rafiki.trainer.campaign;

import io.rafiki.knob.Configuration;
import io.rafiki.workload.Workload;

/**
 * The outcome of a trial over all of its lines, if it was not aborted.
 *
 * @param id id of the trial
 * @param workload operations of the clients
 * @param configuration configuration at the node's start
 * @param outcome outcome
 * @param value value of the objective; NaN unless measured
 */
record TrialOutcome(String id, Workload workload, Configuration configuration, Outcome outcome, double value) {

    enum Outcome {
        /** It has a good line. */
        MEASURED,
        /** It failed or took too long. */
        FAILED,
        /** It was disturbed once and runs again. */
        DISTURBED,
        /** It was disturbed again and does not run again. */
        LEFT
    }

    boolean isMeasured() {
        return outcome == Outcome.MEASURED;
    }
}
