package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The outcome of a trial. {@link #isMeasured} tells which ones provide a number for training. */
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
    DISTURBED,
    /** Measured by the sustained protocol; throughput or debt still changed at the end. The rate is the best estimate. */
    @JsonProperty("not_stationary")
    NOT_STATIONARY,
    /** Measured by the sustained protocol; the client limited the throughput, so the rate is a lower bound. */
    @JsonProperty("client_saturated")
    CLIENT_SATURATED,
    /** Measured by the sustained protocol, and ended early because the configuration cannot win its race. The mean is an estimate. */
    @JsonProperty("eliminated")
    ELIMINATED;

    /** Whether a trial of this status has a valid rate. */
    public boolean isMeasured() {
        return this == OK || this == NOT_STATIONARY || this == CLIENT_SATURATED || this == ELIMINATED;
    }
}
