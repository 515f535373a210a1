package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The tables of a {@link SimulatedCluster} in memory. Faults happen at each access of a node. */
final class SimulatedTables {

    private final SimulatedCluster cluster;
    private final List<String> violations;
    private final Map<String, Published> members = new LinkedHashMap<>();
    private final RolloutRows rollouts = new RolloutRows();
    private LeaseTable.Row lease = LeaseTable.Row.NONE;

    /** Time until which leases of tables that were dropped can last. */
    private long formerLeases;

    private int conflicts;

    private record Published(Member member, long until) {}

    /** @param violations violations of the invariants are added here */
    SimulatedTables(SimulatedCluster cluster, List<String> violations) {
        this.cluster = cluster;
        this.violations = violations;
    }

    /** The tables as a node reaches them. */
    ClusterTables of(SimulatedClusterNode node) {
        return new ClusterTables(new Lock(node), new Reports(node), new Changes(node));
    }

    /** Drops the tables, and creates new ones. */
    void drop() {
        formerLeases = cluster.now() + SimulatedCluster.TIME_TO_LIVE.toNanos();
        lease = LeaseTable.Row.NONE;
        members.clear();
        rollouts.clear();
    }

    /** Lets another node change the roll-out just before each of the next writes. */
    void conflict(int writes) {
        conflicts = writes;
    }

    /** The newest roll-out; empty if there is none. */
    Optional<Rollout> newest() {
        return rollouts.all().stream().map(RolloutTable.Row::rollout).findFirst();
    }

    /**
     * Checks that only the holder of the lease leads.
     *
     * @param leading epoch of the lease that the node believes to hold; empty without one
     */
    void examine(String id, OptionalLong leading) {
        boolean isHolder = lease.holder().filter(id::equals).isPresent();
        boolean isLeader = isHolder && leading.equals(OptionalLong.of(lease.epoch()));
        if (leading.isPresent() && !isLeader && cluster.now() >= formerLeases) {
            violations.add(id + " leads in epoch " + leading.getAsLong() + " although the lease is " + lease);
        }
    }

    /** The lease as a node reaches it. */
    private final class Lock implements LeaseTable {

        private final SimulatedClusterNode node;

        Lock(SimulatedClusterNode node) {
            this.node = node;
        }

        @Override
        public LeaseTable.Row read() throws ClusterException {
            cluster.hazard(node);
            return lease;
        }

        @Override
        public LeaseTable.Row look() throws ClusterException {
            return read();
        }

        @Override
        public Result acquire(LeaseTable.Row before, LeaseTable.Row next) {
            return cluster.write(node, () -> {
                boolean same = lease.equals(before);
                lease = same ? next : lease;
                return same;
            });
        }

        @Override
        public Result renew(LeaseTable.Row extended) {
            return cluster.write(node, () -> {
                boolean same =
                        lease.epoch() == extended.epoch() && lease.holder().equals(extended.holder());
                lease = same ? extended : lease;
                return same;
            });
        }
    }

    /** The reports. */
    private final class Reports implements MemberTable {

        private final SimulatedClusterNode node;

        Reports(SimulatedClusterNode node) {
            this.node = node;
        }

        @Override
        public void publish(Member member) throws ClusterException {
            cluster.hazard(node);
            long until = cluster.now() + SimulatedCluster.TIME_TO_LIVE.toNanos();
            members.put(member.id(), new Published(member, until));
        }

        @Override
        public List<Member> members() throws ClusterException {
            cluster.hazard(node);
            return members.values().stream()
                    .filter(row -> cluster.now() < row.until())
                    .map(Published::member)
                    .sorted(Comparator.comparing(Member::id))
                    .toList();
        }
    }

    /** The roll-outs. */
    private final class Changes implements RolloutTable {

        private final SimulatedClusterNode node;

        Changes(SimulatedClusterNode node) {
            this.node = node;
        }

        @Override
        public List<RolloutTable.Row> latest(int most, boolean isFinal) throws ClusterException {
            cluster.hazard(node);
            return rollouts.latest(most, isFinal);
        }

        @Override
        public Result begin(Rollout first) {
            return cluster.write(node, () -> rollouts.begin(first) == Result.APPLIED);
        }

        @Override
        public Result replace(long version, Rollout next) {
            return cluster.write(node, () -> {
                if (conflicts > 0) {
                    conflicts--;
                    rollouts.rewrite(next.plan().number());
                }
                Optional<Rollout> former = rollouts.replaced(version, next);
                former.filter(before -> next.epoch() < before.epoch())
                        .ifPresent(before -> violations.add(
                                node.id() + " wrote for epoch " + next.epoch() + " after epoch " + before.epoch()));
                return former.isPresent();
            });
        }

        @Override
        public String paused() throws ClusterException {
            cluster.hazard(node);
            return rollouts.paused();
        }

        @Override
        public Result pause(String reason) {
            return cluster.write(node, () -> rollouts.pause(reason) == Result.APPLIED);
        }
    }
}
