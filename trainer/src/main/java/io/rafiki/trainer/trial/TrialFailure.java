package io.rafiki.trainer.trial;

import io.rafiki.reason.Reason;
import java.util.Optional;

/** Why a trial has no valid measurement. */
public sealed interface TrialFailure extends Reason {

    /** The status of a trial that fails for this reason. */
    default TrialStatus status() {
        return TrialStatus.FAILED;
    }

    /** Something other than the configuration disturbed the trial, which is therefore repeated. */
    sealed interface Disturbance extends TrialFailure {
        @Override
        default TrialStatus status() {
            return TrialStatus.DISTURBED;
        }
    }

    /**
     * Other processes used the processors.
     *
     * @param share their share of the processors during the measurement, 0 to 1
     * @param max permitted share
     */
    record BackgroundCpuTooHigh(double share, double max) implements Disturbance {}

    /**
     * Node and client were pinned too late for a test of stationarity.
     *
     * @param warmUpSeconds length of the warm-up
     * @param requiredSeconds time that the test needs after the pinning
     */
    record StationarityUnknown(int warmUpSeconds, int requiredSeconds) implements Disturbance {}

    /**
     * The throughput was not stationary at the end of the longest warm-up.
     *
     * @param warmUpSeconds length of the warm-up
     * @param windowSeconds time over which the change is computed
     * @param before relative change in the window that ended a second earlier
     * @param change relative change in the last window
     * @param max permitted absolute change
     */
    record WarmUpTooShort(int warmUpSeconds, int windowSeconds, double before, double change, double max)
            implements Disturbance {}

    /**
     * The node's JVM still compiled at the end of the warm-up.
     *
     * @param warmUpSeconds length of the warm-up
     * @param share share of time with JIT compilation, 0 to 1
     * @param max permitted share
     */
    record JvmStillCompiling(int warmUpSeconds, double share, double max) implements Disturbance {}

    /** The trial has a rate, with a reservation. */
    sealed interface Reservation extends TrialFailure {}

    /**
     * Throughput still changed at the end of the longest measured part, while compaction debt was stationary.
     *
     * @param seconds length of the measured part
     * @param throughput relative change over the seconds that count, or the step at a late change point
     * @param state number of the state with this change, from 1; empty for the mean of all states
     */
    record ThroughputNotStationary(int seconds, double throughput, Optional<Integer> state) implements Reservation {
        @Override
        public TrialStatus status() {
            return TrialStatus.NOT_STATIONARY;
        }
    }

    /**
     * Compaction debt, and perhaps throughput, still changed at the end of the longest measured part. Changes are relative.
     *
     * @param seconds length of the measured part
     * @param throughput change of throughput over the seconds that count
     * @param size change of the size of the live sstables
     * @param sstables change of their number
     * @param tasks change of pending compactions
     */
    record DebtNotStationary(int seconds, double throughput, double size, double sstables, double tasks)
            implements Reservation {
        @Override
        public TrialStatus status() {
            return TrialStatus.NOT_STATIONARY;
        }
    }

    /**
     * The load generator used all of its processors, so it limited the throughput.
     *
     * @param share share of its processors that it used
     * @param max share below which it does not limit the throughput
     */
    record ClientSaturated(double share, double max) implements Reservation {
        @Override
        public TrialStatus status() {
            return TrialStatus.CLIENT_SATURATED;
        }
    }

    /**
     * The measured part ended early, because the configuration cannot win its race.
     *
     * @param seconds length of the measured part
     * @param upper upper bound of its throughput in operations per second
     * @param floor throughput below which the race eliminates the configuration
     */
    record Eliminated(int seconds, double upper, double floor) implements Reservation {
        @Override
        public TrialStatus status() {
            return TrialStatus.ELIMINATED;
        }
    }

    /** The running node reported another value than the planned one. */
    record KnobNotInEffect(String knob, Object proposed, Object found) implements TrialFailure {}

    /** No operation completed for so many seconds. */
    record NodeStalled(int seconds) implements TrialFailure {}

    /** The load generator counted failed operations. */
    record OperationsFailed(long failures) implements TrialFailure {}

    /** A phase exceeded its deadline. The message names phase and deadline. */
    record PhaseTooLong(String message) implements TrialFailure {
        @Override
        public TrialStatus status() {
            return TrialStatus.TIMEOUT;
        }
    }

    /** Another process took a port before the node's start. */
    record PortTaken(String message) implements TrialFailure {}

    /** The node, the load generator or this machine failed. */
    record NodeOrClientFailed(String message) implements TrialFailure {}

    /** An operator stopped the campaign. */
    record CampaignStopped() implements TrialFailure {
        @Override
        public TrialStatus status() {
            return TrialStatus.ABORTED;
        }
    }
}
