package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.learning.MeasuredEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Nodes with the coordination of the agent, tables in memory and virtual time. Faults happen at each call of a node: it stops for a while as
 * others go on, cannot reach the tables, or gets no answer to a write that may have been executed. Nodes are also killed and restarted, and
 * their clocks run at different rates.
 *
 * <p>All of it follows from the seed.
 */
final class SimulatedCluster {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final long SECOND = 1_000_000_000L;
    private static final double CLOCK_DRIFT = 0.05;

    private final Random random;
    private final double effect;
    private final boolean rewrites;
    private final boolean explores;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Published> members = new LinkedHashMap<>();
    private final RolloutRows rollouts = new RolloutRows();
    private final Set<Node> stopped = new LinkedHashSet<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private long now = 1;
    private LeaseTable.Row lock = LeaseTable.Row.NONE;
    private boolean isFaulty;

    /** Time until which leases of tables that were dropped can last. */
    private long formerLeases;

    private int conflicts;
    private long statements;

    private record Published(Member member, long until) {}

    /**
     * @param nodes number of nodes
     * @param racks number of racks
     * @param effect relative effect of the change on the service time
     * @param rewrites whether the change rewrites data
     */
    SimulatedCluster(long seed, int nodes, int racks, double effect, boolean rewrites) {
        this(seed, nodes, racks, effect, rewrites, false);
    }

    private SimulatedCluster(long seed, int nodes, int racks, double effect, boolean rewrites, boolean explores) {
        this.random = new Random(seed);
        this.effect = effect;
        this.rewrites = rewrites;
        this.explores = explores;
        for (int i = 0; i < nodes; i++) {
            String id = String.format("n%04d", i);
            this.nodes.put(id, new Node(id, "rack" + i % racks));
        }
    }

    /** Six nodes in mode auto that propose nothing, so that the leader explores. */
    static SimulatedCluster exploring(long seed, double effect) {
        return new SimulatedCluster(seed, 6, 2, effect, false, true);
    }

    /** Whether faults happen from now on. */
    void faulty(boolean faults) {
        isFaulty = faults;
        if (!faults) {
            nodes.values().forEach(node -> node.partitionedUntil = 0);
        }
    }

    /** Drops the tables, and creates new ones. The nodes keep their changes and their journals. */
    void dropTables() {
        formerLeases = now + TIME_TO_LIVE.toNanos();
        lock = LeaseTable.Row.NONE;
        members.clear();
        rollouts.clear();
    }

    /** Lets time pass in which no node does anything. */
    void pass(Duration time) {
        now += time.toNanos();
    }

    /** Lets another node change the roll-out just before each of the next writes. */
    void conflict(int writes) {
        conflicts = writes;
    }

    /** Violations of the invariants so far. */
    List<String> violations() {
        return violations;
    }

    long statements() {
        return statements;
    }

    /** Seconds since the start. */
    double seconds() {
        return now / (double) SECOND;
    }

    /** The newest roll-out; empty if there is none. */
    Optional<Rollout> rollout() {
        return rollouts.all().stream().map(RolloutTable.Row::rollout).findFirst();
    }

    /** Each node once, in a random order, in five seconds. */
    void round() {
        List<Node> all = new ArrayList<>(nodes.values());
        for (int i = all.size(); i > 0; i--) {
            Node node = all.remove(random.nextInt(i));
            now += 5 * SECOND / nodes.size();
            node.turn();
        }
    }

    /** The operator's commands on some node. */
    ClusterOperator operator() {
        return nodes.values().iterator().next().operator();
    }

    /** An operator of some node begins the roll-out of the canary's proposal. */
    void begin() {
        ClusterOperator operator = operator();
        operator.apply(operator.propose().replaceAll(":.*", ""), "operator");
    }

    /** The operators' commands, as a node recorded them. */
    List<String> commands() {
        return commands;
    }

    /** Ids of the nodes that have the change. */
    List<String> changed() {
        return nodes.values().stream()
                .filter(node -> node.hasChange)
                .map(node -> node.id)
                .toList();
    }

    /** Ids of the nodes that have the change after a restart too. */
    List<String> saved() {
        return nodes.values().stream()
                .filter(node -> node.isSaved)
                .map(node -> node.id)
                .toList();
    }

    /** A fault at a call of a node; other nodes go on while it is stopped. */
    private void hazard(Node node) throws ClusterException {
        statements++;
        if (!isFaulty || stopped.size() > 2) {
            return;
        }
        if (random.nextInt(60) == 0) {
            stopped.add(node);
            long end = now + (long) (random.nextDouble() * 3 * TIME_TO_LIVE.toNanos());
            while (now < end) {
                now += SECOND;
                Node other = new ArrayList<>(nodes.values()).get(random.nextInt(nodes.size()));
                other.turn();
            }
            stopped.remove(node);
        }
        if (node.partitionedUntil > now) {
            throw new ClusterException("no quorum", null);
        }
    }

    /** A conditional write, whose answer may be lost. */
    private Result write(Node node, BooleanSupplier write) {
        try {
            hazard(node);
        } catch (ClusterException unreachable) {
            return Result.UNKNOWN;
        }
        boolean isLost = isFaulty && random.nextInt(30) == 0;
        if (isLost && random.nextBoolean()) {
            return Result.UNKNOWN;
        }
        boolean isApplied = write.getAsBoolean();
        return isLost ? Result.UNKNOWN : isApplied ? Result.APPLIED : Result.REFUSED;
    }

    /** One node. */
    private final class Node implements ClusterNode.Surroundings, RolloutTarget {

        private final String id;
        private final String rack;
        private final double clockRate = 1 + CLOCK_DRIFT * (2 * random.nextDouble() - 1);
        private final double level = 1 + 0.2 * random.nextDouble();
        private boolean hasChange;

        /** Whether it has the change after a restart too. */
        private boolean isSaved;

        private OrderNumber highest = OrderNumber.NONE;
        private long windows;
        private long partitionedUntil;
        private long downUntil;
        private long rewritesUntil;
        private ClusterNode cluster;
        private Lease lease;
        private ClusterTables tables;

        Node(String id, String rack) {
            this.id = id;
            this.rack = rack;
            start();
        }

        private void start() {
            lease = new Lease(new Lock(), id, TIME_TO_LIVE, MARGIN, () -> (long) (now * clockRate));
            tables = new ClusterTables(new Lock(), new Reports(), new Changes());
            cluster = new ClusterNode(tables, lease, this, this, () -> (long) (now * clockRate));
        }

        ClusterOperator operator() {
            return new ClusterOperator(cluster, tables.rollouts(), this);
        }

        void turn() {
            if (stopped.contains(this) || now < downUntil) {
                return;
            }
            if (isFaulty && random.nextInt(400) == 0) {
                downUntil = now + (long) (random.nextDouble() * 4 * TIME_TO_LIVE.toNanos());
                hasChange = isSaved;
                rewritesUntil = 0;
                start();
                return;
            }
            if (isFaulty && random.nextInt(400) == 0) {
                partitionedUntil = now + (long) (random.nextDouble() * 4 * TIME_TO_LIVE.toNanos());
            }
            windows++;
            cluster.tick();
            boolean isHolder = lock.holder().filter(id::equals).isPresent();
            boolean isLeader = isHolder && lease.epoch().equals(OptionalLong.of(lock.epoch()));
            if (lease.epoch().isPresent() && !isLeader && now >= formerLeases) {
                violations.add(id + " leads in epoch " + lease.epoch().getAsLong() + " although the lease is " + lock);
            }
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public Member self() {
            double service = 400 * level * (hasChange ? 1 + effect : 1) * Math.exp(0.02 * random.nextGaussian());
            return new Member(
                    id,
                    id,
                    rack,
                    "1.0",
                    explores ? "auto" : "approve",
                    "same",
                    windows,
                    Optional.of(Windows.window(service)),
                    Optional.of(change()),
                    Optional.empty(),
                    highest);
        }

        private ProposedChange change() {
            String decision = explores ? ProposedChange.EXPLORATION : "d1";
            return new ProposedChange(decision, Map.of("compaction", "Leveled"), List.of(), rewrites, 20);
        }

        @Override
        public Map<String, String> ring() {
            return nodes.keySet().stream().collect(Collectors.toMap(node -> node, node -> node));
        }

        @Override
        public Optional<String> hold() {
            return Optional.empty();
        }

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }

        @Override
        public void record(String verb, String argument, String by) {
            commands.add(verb + " " + argument + " by " + by);
        }

        @Override
        public OrderNumber highestOrder() {
            return highest;
        }

        @Override
        public Optional<ProposedChange> proposed() {
            return self().proposal();
        }

        @Override
        public ProposedChange given(Map<String, String> values, List<String> some) {
            return new ProposedChange("", values, some, rewrites, Double.NaN);
        }

        @Override
        public void learn(List<MeasuredEffect> effects) {
            // it has no model
        }

        @Override
        public Answer apply(RolloutPlan plan, long by) {
            try {
                hazard(this);
            } catch (ClusterException irrelevant) {
                // it needs no tables
            }
            return fenced(plan, by, () -> set(true));
        }

        @Override
        public void reported(RolloutPlan plan) {
            // it always tries again
        }

        @Override
        public Answer undo(RolloutPlan plan, long by) {
            return fenced(plan, by, () -> set(false));
        }

        private void set(boolean wanted) {
            if (hasChange != wanted) {
                hasChange = wanted;
                rewritesUntil = rewrites ? now + 20 * SECOND : 0;
                examine();
            }
        }

        @Override
        public Answer save(RolloutPlan plan, long by, boolean altersTables) {
            return fenced(plan, by, () -> isSaved = hasChange);
        }

        /** A restart does not change the highest numbers. */
        private Answer fenced(RolloutPlan plan, long by, Runnable order) {
            if (by < highest.epoch()) {
                return new Answer(Outcome.PENDING, "epoch " + by + " is over");
            }
            highest = highest.max(new OrderNumber(by, plan.number()));
            order.run();
            return new Answer(now < rewritesUntil ? Outcome.PENDING : Outcome.DONE, "");
        }

        @Override
        public boolean makesPermanent() {
            return false;
        }

        @Override
        public boolean explores() {
            return explores;
        }

        @Override
        public Presence presence(RolloutPlan plan) {
            return hasChange ? Presence.PRESENT : Presence.ABSENT;
        }

        /** Checks the invariants after a change of this node. */
        private void examine() {
            Rollout rollout = rollout().orElseThrow();
            List<String> rewriting = nodes.values().stream()
                    .filter(node -> now < node.rewritesUntil)
                    .map(node -> node.id)
                    .toList();
            if (rewriting.size() > 1) {
                violations.add("rewriting at the same time: " + rewriting);
            }
            List<String> racks = rollout.nodes().entrySet().stream()
                    .filter(node -> node.getValue() == NodeStep.APPLY_ORDERED)
                    .map(node -> nodes.get(node.getKey()).rack)
                    .distinct()
                    .toList();
            if (racks.size() > 1) {
                violations.add("racks that change at the same time: " + racks);
            }
            NodeStep step = rollout.nodes().get(id);
            if (step == NodeStep.WAITING && !rollout.phase().isConfirmed()) {
                violations.add(id + " changed without an order in " + rollout.phase());
            }
        }

        /** The lease as this node reaches it. */
        private final class Lock implements LeaseTable {

            @Override
            public LeaseTable.Row read() throws ClusterException {
                hazard(Node.this);
                return lock;
            }

            @Override
            public LeaseTable.Row look() throws ClusterException {
                return read();
            }

            @Override
            public Result acquire(LeaseTable.Row before, LeaseTable.Row next) {
                return write(Node.this, () -> {
                    boolean same = lock.equals(before);
                    lock = same ? next : lock;
                    return same;
                });
            }

            @Override
            public Result renew(LeaseTable.Row extended) {
                return write(Node.this, () -> {
                    boolean same =
                            lock.epoch() == extended.epoch() && lock.holder().equals(extended.holder());
                    lock = same ? extended : lock;
                    return same;
                });
            }
        }

        /** The reports. */
        private final class Reports implements MemberTable {

            @Override
            public void publish(Member member) throws ClusterException {
                hazard(Node.this);
                members.put(member.id(), new Published(member, now + TIME_TO_LIVE.toNanos()));
            }

            @Override
            public List<Member> members() throws ClusterException {
                hazard(Node.this);
                return members.values().stream()
                        .filter(row -> now < row.until())
                        .map(Published::member)
                        .sorted(Comparator.comparing(Member::id))
                        .toList();
            }
        }

        /** The roll-outs. */
        private final class Changes implements RolloutTable {

            @Override
            public List<RolloutTable.Row> latest(int most, boolean isFinal) throws ClusterException {
                hazard(Node.this);
                return rollouts.latest(most, isFinal);
            }

            @Override
            public Result begin(Rollout first) {
                return write(Node.this, () -> rollouts.begin(first) == Result.APPLIED);
            }

            @Override
            public Result replace(long version, Rollout next) {
                return write(Node.this, () -> {
                    if (conflicts > 0) {
                        conflicts--;
                        rollouts.rewrite(next.plan().number());
                    }
                    Optional<Rollout> former = rollouts.replaced(version, next);
                    former.filter(before -> next.epoch() < before.epoch())
                            .ifPresent(before -> violations.add(
                                    id + " wrote for epoch " + next.epoch() + " after epoch " + before.epoch()));
                    return former.isPresent();
                });
            }

            @Override
            public String paused() throws ClusterException {
                hazard(Node.this);
                return rollouts.paused();
            }

            @Override
            public Result pause(String reason) {
                return write(Node.this, () -> rollouts.pause(reason) == Result.APPLIED);
            }
        }
    }

    /** Epoch of the lease that a node believes to hold. */
    OptionalLong leading(String id) {
        return nodes.get(id).cluster.status().epoch();
    }
}
