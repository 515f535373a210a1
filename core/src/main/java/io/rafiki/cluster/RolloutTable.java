package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import java.util.List;

/**
 * The roll-outs of a datacenter. Each write is conditional on the version that was read, so two writers cannot overwrite each other.
 */
public interface RolloutTable {

    /**
     * A roll-out with the version of its row.
     *
     * @param version increases by one with each write
     */
    record Row(Rollout rollout, long version) {}

    /**
     * The last roll-outs, newest first.
     *
     * @param most how many
     * @param isFinal whether unfinished writes are finished first; only the leader needs this, and it is not for many nodes at once
     * @throws ClusterException without a quorum
     */
    List<Row> latest(int most, boolean isFinal) throws ClusterException;

    /** Adds a roll-out unless its number exists. */
    Result begin(Rollout first);

    /** Replaces a roll-out if its row still has a version. After an unknown result, the row is read before the next write. */
    Result replace(long version, Rollout next);

    /**
     * Why the operator stopped all roll-outs of the datacenter; empty if they are not stopped.
     *
     * @throws ClusterException without a quorum
     */
    String paused() throws ClusterException;

    /** Stops all roll-outs, or with an empty reason lets them continue. A refusal means that this reason is already there. */
    Result pause(String reason);
}
