package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a trial ended. Only {@link #OK} carries a number that anything may be learnt from. */
public enum Status {
    /** Measured. */
    @JsonProperty("ok")
    OK,
    /** The node or YCSB failed. */
    @JsonProperty("failed")
    FAILED,
    /** A phase took longer than its deadline. */
    @JsonProperty("timeout")
    TIMEOUT,
    /** The collector was told to stop. */
    @JsonProperty("aborted")
    ABORTED,
    /** Measured, while something else used the processors, or before throughput was stationary. */
    @JsonProperty("disturbed")
    DISTURBED
}
