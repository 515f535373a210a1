package io.rafiki.trainer.screening;

/**
 * A configuration of which no trial succeeded.
 *
 * @param trials number of trials of the plan with this configuration and cause
 * @param readRatio share of reads
 * @param configuration knobs that differ from the baseline
 * @param cause of the last failure
 */
public record FailedConfiguration(int trials, double readRatio, String configuration, String cause) {

    FailedConfiguration trials(int number) {
        return new FailedConfiguration(number, readRatio, configuration, cause);
    }
}
