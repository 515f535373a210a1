package io.rafiki.control.executor;

import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.NodeCondition;
import io.rafiki.decision.NodeCondition.CompactionsPending;
import io.rafiki.decision.NodeCondition.GcPausesLong;
import io.rafiki.decision.NodeCondition.HealthUnknown;
import io.rafiki.decision.NodeCondition.HintsWritten;
import io.rafiki.decision.NodeCondition.NodesDown;
import io.rafiki.decision.NodeCondition.NotNormal;
import io.rafiki.decision.NodeCondition.RepairsRunning;
import io.rafiki.decision.NodeCondition.RingChanging;
import io.rafiki.decision.NodeCondition.StreamsOpen;
import io.rafiki.node.Health;
import io.rafiki.node.NodeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads whether the node is healthy. An unhealthy node stays unchanged: its measurements do not last, and a change would add load.
 */
public final class NodeHealthCheck {

    private final Source source;
    private final HealthLimits limits;

    /** At the end of the last window; null before the first. */
    private Health before;

    private Instant at;
    private int nodes;

    /** Conditions of the last window that a moment cannot show. */
    private List<NodeCondition> ofWindow = List.of();

    private List<NodeCondition> conditions = List.of();

    public NodeHealthCheck(Source source, HealthLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    /** Reads the health of a node. */
    @FunctionalInterface
    public interface Source {
        Health read() throws NodeException;
    }

    /** Reads the node's health at the end of a window. */
    void refresh(Instant now) {
        read().ifPresent(health -> {
            ofWindow = before == null ? List.of() : since(health, now);
            before = health;
            at = now;
            combine(health);
        });
    }

    /** Reads it within a window. Hints and garbage collection stay those of the last window. */
    void refreshWithin() {
        read().ifPresent(this::combine);
    }

    private Optional<Health> read() {
        try {
            Health health = source.read();
            nodes = health.nodes();
            return Optional.of(health);
        } catch (NodeException | RuntimeException e) {
            conditions = List.of(new HealthUnknown(String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    private void combine(Health health) {
        List<NodeCondition> all = new ArrayList<>(present(health));
        all.addAll(ofWindow);
        conditions = List.copyOf(all);
    }

    /** Nodes of the cluster; 0 before the first reading. */
    int nodes() {
        return nodes;
    }

    /** Why the node is unhealthy; empty if it is healthy. */
    List<NodeCondition> conditions() {
        return conditions;
    }

    /** Whether a condition holds that no change of a knob can cause. A node that stops to collect garbage writes hints itself. */
    boolean isDisturbed() {
        boolean stops = conditions.stream().anyMatch(GcPausesLong.class::isInstance);
        return conditions.stream()
                .anyMatch(
                        condition -> !condition.canFollowFromChange() && !(stops && condition instanceof HintsWritten));
    }

    private List<NodeCondition> present(Health health) {
        List<NodeCondition> found = new ArrayList<>();
        addIf(found, !health.mode().equals("NORMAL"), new NotNormal(health.mode()));
        addIf(found, health.unreachable() > 0, new NodesDown(health.unreachable()));
        addIf(found, health.moving() > 0, new RingChanging(health.moving()));
        addIf(found, health.streams() > 0, new StreamsOpen(health.streams()));
        addIf(found, health.repairs() > 0, new RepairsRunning(health.repairs()));
        int pending = health.pendingCompactions();
        addIf(
                found,
                pending > limits.pendingCompactions(),
                new CompactionsPending(pending, limits.pendingCompactions()));
        return found;
    }

    private List<NodeCondition> since(Health health, Instant now) {
        List<NodeCondition> found = new ArrayList<>();
        long hints = health.hints() - before.hints();
        addIf(found, hints > 0, new HintsWritten(hints));
        double millis = Math.max(1_000, Duration.between(at, now).toMillis());
        double share = (health.collectionMillis() - before.collectionMillis()) / millis;
        addIf(found, share > limits.maxGcShare(), new GcPausesLong(share, limits.maxGcShare()));
        return found;
    }

    private static void addIf(List<NodeCondition> found, boolean holds, NodeCondition condition) {
        if (holds) {
            found.add(condition);
        }
    }
}
