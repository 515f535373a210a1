package io.rafiki.cluster;

import io.rafiki.learning.MeasuredEffect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** A node of a {@link SimulatedCluster}. It is killed and restarted, and its clock runs at its own rate. */
final class SimulatedClusterNode implements ClusterNode.Surroundings, RolloutTarget {

    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final double CLOCK_DRIFT = 0.05;

    private final SimulatedCluster simulation;
    private final SimulatedTables shared;
    private final Random random;
    private final String id;
    private final String rack;
    private final double clockRate;
    private final double level;
    private final ClusterTables tables;
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

    SimulatedClusterNode(SimulatedCluster simulation, SimulatedTables shared, Random random, String id, String rack) {
        this.simulation = simulation;
        this.shared = shared;
        this.random = random;
        this.id = id;
        this.rack = rack;
        clockRate = 1 + CLOCK_DRIFT * (2 * random.nextDouble() - 1);
        level = 1 + 0.2 * random.nextDouble();
        tables = shared.of(this);
        start();
    }

    private void start() {
        lease = new Lease(tables.lease(), id, SimulatedCluster.TIME_TO_LIVE, MARGIN, this::clock);
        cluster = new ClusterNode(tables, lease, this, this, this::clock);
    }

    private long clock() {
        return (long) (simulation.now() * clockRate);
    }

    ClusterOperator operator() {
        return new ClusterOperator(cluster, tables.rollouts(), this);
    }

    void turn() {
        if (simulation.isStopped(this) || simulation.now() < downUntil) {
            return;
        }
        if (simulation.isFaulty() && random.nextInt(400) == 0) {
            downUntil = simulation.randomTime(4);
            hasChange = isSaved;
            rewritesUntil = 0;
            start();
            return;
        }
        if (simulation.isFaulty() && random.nextInt(400) == 0) {
            partitionedUntil = simulation.randomTime(4);
        }
        windows++;
        cluster.tick();
        shared.examine(id, lease.epoch());
    }

    String rack() {
        return rack;
    }

    boolean hasChange() {
        return hasChange;
    }

    /** Whether it has the change after a restart too. */
    boolean isSaved() {
        return isSaved;
    }

    boolean isRewriting() {
        return simulation.now() < rewritesUntil;
    }

    /** Whether it cannot reach the tables. */
    boolean isPartitioned() {
        return simulation.now() < partitionedUntil;
    }

    /** Ends a partition. */
    void reconnect() {
        partitionedUntil = 0;
    }

    /** Epoch of the lease that the node believes to hold. */
    OptionalLong leading() {
        return cluster.status().epoch();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Member self() {
        double factor = hasChange ? 1 + simulation.effect() : 1;
        double service = 400 * level * factor * Math.exp(0.02 * random.nextGaussian());
        return new Member(
                id,
                id,
                rack,
                "1.0",
                explores() ? "auto" : "approve",
                "same",
                windows,
                Optional.of(Windows.window(service)),
                Optional.of(change()),
                Optional.empty(),
                highest);
    }

    private ProposedChange change() {
        String decision = explores() ? ProposedChange.EXPLORATION : "d1";
        Map<String, String> values = Map.of("compaction", "Leveled");
        return new ProposedChange(decision, values, List.of(), simulation.rewrites(), 20);
    }

    @Override
    public Map<String, String> ring() {
        return simulation.ring();
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
        simulation.commands().add(verb + " " + argument + " by " + by);
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
        return new ProposedChange("", values, some, simulation.rewrites(), Double.NaN);
    }

    @Override
    public void learn(List<MeasuredEffect> effects) {
        // it has no model
    }

    @Override
    public Answer apply(RolloutPlan plan, long by) {
        try {
            simulation.hazard(this);
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
            rewritesUntil = simulation.rewrites() ? simulation.now() + 20 * SimulatedCluster.SECOND : 0;
            simulation.examine(this);
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
        return new Answer(isRewriting() ? Outcome.PENDING : Outcome.DONE, "");
    }

    @Override
    public boolean makesPermanent() {
        return false;
    }

    @Override
    public boolean explores() {
        return simulation.explores();
    }

    @Override
    public Presence presence(RolloutPlan plan) {
        return hasChange ? Presence.PRESENT : Presence.ABSENT;
    }
}
