package io.rafiki.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The node n1 of tests, whose surroundings never change.
 *
 * @param ring address of each node by id
 * @param hold why nothing may change
 * @param makesPermanent whether it makes confirmed roll-outs permanent when it leads
 * @param explores whether it begins explorations when it leads
 */
record StillNode(Map<String, String> ring, Optional<String> hold, boolean makesPermanent, boolean explores)
        implements ClusterNode.Surroundings {

    private static final String ID = "n1";

    /** A node alone that permits everything. */
    StillNode(boolean makesPermanent, boolean explores) {
        this(Map.of(ID, ID), Optional.empty(), makesPermanent, explores);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Member self() {
        return Windows.member(ID, "rack");
    }

    /**
     * A table of leases whose row never changes.
     *
     * @param row what each reader finds
     * @param result of each write
     */
    record Leases(LeaseTable.Row row, LeaseTable.Result result) implements LeaseTable {

        /** The lease as n1 sees it. */
        Lease lease(LongSupplier nanoTime) {
            return new Lease(this, ID, Duration.ofSeconds(60), Duration.ofSeconds(10), nanoTime);
        }

        @Override
        public LeaseTable.Row read() {
            return row;
        }

        @Override
        public LeaseTable.Row look() {
            return row;
        }

        @Override
        public LeaseTable.Result acquire(LeaseTable.Row before, LeaseTable.Row next) {
            return result;
        }

        @Override
        public LeaseTable.Result renew(LeaseTable.Row extended) {
            return result;
        }
    }
}
