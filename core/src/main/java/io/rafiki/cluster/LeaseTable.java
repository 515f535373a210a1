package io.rafiki.cluster;

import java.util.Optional;

/**
 * The row of a datacenter's lease. The epoch never expires; the holder expires after the time to live of the last write.
 *
 * <p>Each write is conditional. After a timeout its result is unknown until the row was read.
 */
public interface LeaseTable {

    /**
     * The row.
     *
     * @param epoch number of the last lease; 0 before the first
     * @param holder node that holds it; empty if it has expired
     */
    record Row(long epoch, Optional<String> holder) {}

    /** The result of a conditional write. */
    enum Result {
        APPLIED,
        REFUSED,
        UNKNOWN
    }

    /**
     * Reads the row at serial consistency, which completes or discards unfinished writes.
     *
     * @throws ClusterException without a quorum
     */
    Row read() throws ClusterException;

    /**
     * Reads the row without finishing other writes, so that many nodes may do it at the same time.
     *
     * @throws ClusterException without a quorum
     */
    Row look() throws ClusterException;

    /** Begins epoch {@code after + 1} if the last one is {@code after} and no node holds it. */
    Result acquire(String node, long after);

    /** Extends the lease if the node still holds this epoch. */
    Result renew(String node, long epoch);
}
