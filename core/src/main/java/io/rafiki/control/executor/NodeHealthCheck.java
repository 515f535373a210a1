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

/**
 * Reads whether the node is healthy. An unhealthy node stays unchanged: its measurements do not last, and a change would add load.
 */
public final class NodeHealthCheck {

    private final Source source;
    private final HealthLimits limits;
    private Health before;
    private Instant at;
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

    /** Reads the node's health; to be called once per window. */
    void refresh(Instant now) {
        try {
            Health health = source.read();
            List<NodeCondition> all = new ArrayList<>(external(health));
            all.addAll(own(health, now));
            conditions = List.copyOf(all);
            before = health;
            at = now;
        } catch (NodeException | RuntimeException e) {
            conditions = List.of(new HealthUnknown(String.valueOf(e.getMessage())));
        }
    }

    /** Nodes of the cluster; 0 before the first reading. */
    int nodes() {
        return before == null ? 0 : before.nodes();
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

    private List<NodeCondition> external(Health health) {
        List<NodeCondition> found = new ArrayList<>();
        addIf(found, !health.mode().equals("NORMAL"), new NotNormal(health.mode()));
        addIf(found, health.unreachable() > 0, new NodesDown(health.unreachable()));
        addIf(found, health.moving() > 0, new RingChanging(health.moving()));
        addIf(found, health.streams() > 0, new StreamsOpen(health.streams()));
        addIf(found, health.repairs() > 0, new RepairsRunning(health.repairs()));
        if (before != null) {
            long hints = health.hints() - before.hints();
            addIf(found, hints > 0, new HintsWritten(hints));
        }
        return found;
    }

    private List<NodeCondition> own(Health health, Instant now) {
        List<NodeCondition> found = new ArrayList<>();
        int pending = health.pendingCompactions();
        addIf(
                found,
                pending > limits.pendingCompactions(),
                new CompactionsPending(pending, limits.pendingCompactions()));
        if (before != null) {
            double millis = Math.max(1_000, Duration.between(at, now).toMillis());
            double share = (health.collectionMillis() - before.collectionMillis()) / millis;
            addIf(found, share > limits.maxGcShare(), new GcPausesLong(share, limits.maxGcShare()));
        }
        return found;
    }

    private static void addIf(List<NodeCondition> found, boolean holds, NodeCondition condition) {
        if (holds) {
            found.add(condition);
        }
    }
}
