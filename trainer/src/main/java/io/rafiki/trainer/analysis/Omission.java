package io.rafiki.trainer.analysis;

/**
 * Why the data of a campaign do not support a part of its result.
 *
 * @param detail the message of the failed step; empty if the cause is enough
 */
public record Omission(Cause cause, String detail) {

    /** Each reason, without its wording. */
    public enum Cause {
        /** The campaign has no model bundle. */
        NO_MODEL,
        /** The agent does not tune this system. */
        NO_AGENT,
        /** No trials of a verification exist. */
        NO_VERIFICATION,
        /** No trials of a screening exist. */
        NO_SCREENING,
        /** The model has not learnt the p99 at an open-loop rate. */
        NO_LATENCY_AT_RATE,
        /** At no read ratio of the baseline does the model predict a configuration that carries the open-loop rate. */
        RATE_NOT_CARRIED,
        /** A step found its input insufficient; the detail has its message. */
        INSUFFICIENT_DATA,
        /** At no read ratio were both the baseline and another configuration measured twice. */
        NO_REPLICATES,
        /** At no read ratio of the baseline are enough other configurations near. */
        TOO_FEW_CONFIGURATIONS,
        /** The model recommends the baseline at each read ratio. */
        BASELINE_RECOMMENDED,
        /** Each predicted gain is implausible, or its configurations are outside the training domain. */
        GAINS_UNSOUND,
        /** The model has one knob. */
        SINGLE_KNOB,
        /** At no read ratio was the baseline measured twice. */
        BASELINE_NOT_REPEATED
    }

    static Omission of(Cause cause) {
        return new Omission(cause, "");
    }

    static Omission insufficient(String message) {
        return new Omission(Cause.INSUFFICIENT_DATA, message);
    }
}
