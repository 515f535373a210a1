package io.rafiki.decision;

import io.rafiki.reason.Reason;

/** What makes a node unhealthy, so that it stays unchanged. */
public sealed interface NodeCondition extends Reason {

    /** Whether a change of a knob can cause it. Such a condition forbids a change, and not its rollback. */
    default boolean canFollowFromChange() {
        return false;
    }

    /** The node is not in operation mode {@code NORMAL}. */
    record NotNormal(String operationMode) implements NodeCondition {}

    /** Nodes of the cluster are down. */
    record NodesDown(int count) implements NodeCondition {}

    /** Nodes of the cluster join, leave or move. */
    record RingChanging(int count) implements NodeCondition {}

    /** Streams to or from the node are open. */
    record StreamsOpen(int count) implements NodeCondition {}

    /** The node takes part in repairs. */
    record RepairsRunning(int count) implements NodeCondition {}

    /** The node wrote hints for other nodes since the last window. */
    record HintsWritten(long count) implements NodeCondition {}

    /** Too many compactions wait or run. */
    record CompactionsPending(int count, int max) implements NodeCondition {

        @Override
        public boolean canFollowFromChange() {
            return true;
        }
    }

    /** Garbage collection pauses take too much time. */
    record GcPausesLong(double share, double max) implements NodeCondition {

        @Override
        public boolean canFollowFromChange() {
            return true;
        }
    }

    /** The node's health cannot be read. */
    record HealthUnknown(String error) implements NodeCondition {}
}
