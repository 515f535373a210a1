package io.rafiki.trainer.screening;

import io.rafiki.workload.Workload;

/**
 * Planned trials of one configuration that failed with the same cause and were not measured later.
 *
 * @param trials number of trials
 * @param workload operations of the clients
 * @param configuration knobs that differ from the baseline
 * @param cause of the last failure
 */
public record FailedTrials(int trials, Workload workload, String configuration, String cause) {

    FailedTrials trials(int number) {
        return new FailedTrials(number, workload, configuration, cause);
    }
}
