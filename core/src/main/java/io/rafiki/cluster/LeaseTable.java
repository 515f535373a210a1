package io.rafiki.cluster;

import java.util.Optional;

/**
 * The row of a datacenter's lease. Nothing in it expires, because the clocks of nodes may differ: a node finds out on its own clock for how
 * long the row has not changed.
 *
 * <p>Each write is conditional. After a timeout its result is unknown until the row was read.
 */
public interface LeaseTable {

    /**
     * The row.
     *
     * @param epoch number of the last lease; 0 before the first
     * @param renewals of that lease; each one changes the number
     * @param holder node that has held it last; empty before the first lease
     */
    record Row(long epoch, long renewals, Optional<String> holder) {

        /** The row before the first lease. */
        public static final Row NONE = new Row(0, 0, Optional.empty());
    }

    /** The result of a conditional write. */
    enum Result {
        APPLIED,
        REFUSED,
        /** The write may have been executed, or will be by the next read at serial consistency. */
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

    /** Replaces the row if it is still the same. */
    Result acquire(Row before, Row next);

    /**
     * Extends the lease if its epoch and its holder are still the last ones. In new tables another node can hold the same epoch.
     *
     * @param extended the row with another number of renewals
     */
    Result renew(Row extended);
}
