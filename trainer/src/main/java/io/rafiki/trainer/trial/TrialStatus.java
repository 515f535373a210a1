package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The outcome of a trial. Only {@link #OK} provides a number for training. */
public enum TrialStatus {
    /** Measured. */
    @JsonProperty("ok")
    OK,
    /** The node or YCSB failed. */
    @JsonProperty("failed")
    FAILED,
    /** A phase exceeded its deadline. */
    @JsonProperty("timeout")
    TIMEOUT,
    /** The collector was stopped. */
    @JsonProperty("aborted")
    ABORTED,
    /** Measured, but other processes used the processors, or throughput was not stationary. */
    @JsonProperty("disturbed")
    DISTURBED
}
