package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.Rollout.NodeStep;
import java.time.Duration;
import java.util.ArrayList;
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
 * others continue, cannot reach the tables, or gets no answer to a write that may have been executed. Nodes are also killed and restarted,
 * and their clocks run at different rates.
 *
 * <p>All of it follows from the seed.
 */
final class SimulatedCluster {

    static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);
    static final long SECOND = 1_000_000_000L;

    private final Random random;
    private final double effect;
    private final boolean rewrites;
    private final boolean explores;
    private final Map<String, SimulatedClusterNode> nodes = new LinkedHashMap<>();
    private final Set<SimulatedClusterNode> stopped = new LinkedHashSet<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final SimulatedTables tables = new SimulatedTables(this, violations);
    private long now = 1;
    private boolean isFaulty;
    private long statements;

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
            this.nodes.put(id, new SimulatedClusterNode(this, tables, random, id, "rack" + i % racks));
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
            nodes.values().forEach(SimulatedClusterNode::reconnect);
        }
    }

    /** Drops the tables, and creates new ones. The nodes keep their changes and their journals. */
    void dropTables() {
        tables.drop();
    }

    /** Lets time pass in which no node does anything. */
    void pass(Duration time) {
        now += time.toNanos();
    }

    /** Lets another node change the roll-out just before each of the next writes. */
    void conflict(int writes) {
        tables.conflict(writes);
    }

    /** Violations of the invariants so far. */
    List<String> violations() {
        return violations;
    }

    long statements() {
        return statements;
    }

    /** Time since the start in ns. */
    long now() {
        return now;
    }

    /** Seconds since the start. */
    double seconds() {
        return now / (double) SECOND;
    }

    /** Relative effect of the change on the service time. */
    double effect() {
        return effect;
    }

    /** Whether the change rewrites data. */
    boolean rewrites() {
        return rewrites;
    }

    /** Whether the nodes explore. */
    boolean explores() {
        return explores;
    }

    boolean isFaulty() {
        return isFaulty;
    }

    boolean isStopped(SimulatedClusterNode node) {
        return stopped.contains(node);
    }

    /** Address of each node by id. */
    Map<String, String> ring() {
        return nodes.keySet().stream().collect(Collectors.toMap(node -> node, node -> node));
    }

    /** The newest roll-out; empty if there is none. */
    Optional<Rollout> rollout() {
        return tables.newest();
    }

    /** Each node once, in a random order, in five seconds. */
    void round() {
        List<SimulatedClusterNode> all = new ArrayList<>(nodes.values());
        for (int i = all.size(); i > 0; i--) {
            SimulatedClusterNode node = all.remove(random.nextInt(i));
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
                .filter(SimulatedClusterNode::hasChange)
                .map(SimulatedClusterNode::id)
                .toList();
    }

    /** Ids of the nodes that have the change after a restart too. */
    List<String> saved() {
        return nodes.values().stream()
                .filter(SimulatedClusterNode::isSaved)
                .map(SimulatedClusterNode::id)
                .toList();
    }

    /** Epoch of the lease that a node believes to hold. */
    OptionalLong leading(String id) {
        return nodes.get(id).leading();
    }

    /** A random time between now and some lifetimes of a row. */
    long randomTime(int lifetimes) {
        return now + (long) (random.nextDouble() * lifetimes * TIME_TO_LIVE.toNanos());
    }

    /** A fault at a call of a node; other nodes continue while it is stopped. */
    void hazard(SimulatedClusterNode node) throws ClusterException {
        statements++;
        if (!isFaulty || stopped.size() > 2) {
            return;
        }
        if (random.nextInt(60) == 0) {
            stopped.add(node);
            long end = randomTime(3);
            while (now < end) {
                now += SECOND;
                SimulatedClusterNode other = new ArrayList<>(nodes.values()).get(random.nextInt(nodes.size()));
                other.turn();
            }
            stopped.remove(node);
        }
        if (node.isPartitioned()) {
            throw new ClusterException("no quorum", null);
        }
    }

    /** A conditional write, whose answer may be lost. */
    Result write(SimulatedClusterNode node, BooleanSupplier write) {
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

    /** Checks the invariants after a change of a node. */
    void examine(SimulatedClusterNode changed) {
        Rollout rollout = rollout().orElseThrow();
        List<String> rewriting = nodes.values().stream()
                .filter(SimulatedClusterNode::isRewriting)
                .map(SimulatedClusterNode::id)
                .toList();
        if (rewriting.size() > 1) {
            violations.add("rewriting at the same time: " + rewriting);
        }
        List<String> racks = rollout.nodes().entrySet().stream()
                .filter(node -> node.getValue() == NodeStep.APPLY_ORDERED)
                .map(node -> nodes.get(node.getKey()).rack())
                .distinct()
                .toList();
        if (racks.size() > 1) {
            violations.add("racks that change at the same time: " + racks);
        }
        NodeStep step = rollout.nodes().get(changed.id());
        if (step == NodeStep.WAITING && !rollout.phase().isConfirmed()) {
            violations.add(changed.id() + " changed without an order in " + rollout.phase());
        }
    }
}
