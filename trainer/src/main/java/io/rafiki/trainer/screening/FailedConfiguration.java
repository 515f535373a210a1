package io.rafiki.trainer.screening;

import io.rafiki.workload.Workload;

/**
 * A configuration of which no trial succeeded.
 *
 * @param trials number of trials of the plan with this configuration and cause
 * @param workload operations of the clients
 * @param configuration knobs that differ from the baseline
 * @param cause of the last failure
 */
public record FailedConfiguration(int trials, Workload workload, String configuration, String cause) {

    FailedConfiguration trials(int number) {
        return new FailedConfiguration(number, workload, configuration, cause);
    }
}
