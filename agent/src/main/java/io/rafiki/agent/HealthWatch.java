package io.rafiki.agent;

import io.rafiki.decision.HealthLimits;
import io.rafiki.node.Health;
import io.rafiki.node.NodeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says what the node has to do beside serving clients, so that it is let alone meanwhile: what is measured then does not last, and a
 * change is one thing more that the node does not need.
 */
final class HealthWatch {

    private final Source source;
    private final HealthLimits limits;
    private Health before;
    private Instant at;
    private Optional<String> busy = Optional.empty();
    private Optional<String> disturbed = Optional.empty();

    HealthWatch(Source source, HealthLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    /** Where a node's health is read. */
    @FunctionalInterface
    interface Source {
        Health read() throws NodeException;
    }

    /** Looks at the node; to be called once a window. */
    void look(Instant now) {
        try {
            Health health = source.read();
            List<String> others = others(health);
            List<String> all = new ArrayList<>(others);
            all.addAll(itsOwn(health, now));
            disturbed = phrase(others);
            busy = phrase(all);
            before = health;
            at = now;
        } catch (NodeException | RuntimeException unknown) {
            busy = Optional.of("it cannot be told what the node has to do: " + unknown.getMessage());
            disturbed = busy;
        }
    }

    /** All of it in one phrase; empty while there is nothing. */
    Optional<String> busy() {
        return busy;
    }

    /**
     * The part of it that comes from elsewhere. A backlog of compactions and collections of garbage may be a change's own doing: they
     * are no excuse for it.
     */
    Optional<String> disturbed() {
        return disturbed;
    }

    private List<String> others(Health health) {
        List<String> reasons = new ArrayList<>();
        if (!health.mode().equals("NORMAL")) {
            reasons.add("the node is " + health.mode());
        }
        add(reasons, health.unreachable(), 0, "nodes are down");
        add(reasons, health.moving(), 0, "nodes join, leave or move");
        add(reasons, health.streams(), 0, "streams are open");
        add(reasons, health.repairs(), 0, "repairs are under way");
        if (before != null) {
            add(reasons, health.hints() - before.hints(), 0, "hints were written for other nodes");
        }
        return reasons;
    }

    private List<String> itsOwn(Health health, Instant now) {
        List<String> reasons = new ArrayList<>();
        add(reasons, health.pendingCompactions(), limits.pendingCompactions(), "compactions are pending");
        if (before != null) {
            addCollections(reasons, health.collectionMillis() - before.collectionMillis(), now);
        }
        return reasons;
    }

    private void addCollections(List<String> reasons, long millis, Instant now) {
        double share =
                millis / (double) Math.max(1_000, Duration.between(at, now).toMillis());
        if (share > limits.gcShare()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "collections of garbage took %.0f%% of the time, more than %.0f%%",
                    100 * share,
                    100 * limits.gcShare()));
        }
    }

    private static void add(List<String> reasons, long count, long allowed, String what) {
        if (count > allowed) {
            reasons.add(count + " " + what + (allowed == 0 ? "" : ", more than " + allowed));
        }
    }

    private static Optional<String> phrase(List<String> reasons) {
        return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", reasons));
    }
}
