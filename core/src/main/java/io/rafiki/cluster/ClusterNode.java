package io.rafiki.cluster;

import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.RolloutTable.Row;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.cluster.RolloutTarget.Presence;
import io.rafiki.learning.MeasuredEffect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * This node's part in the cluster: it reports itself, takes part in the lease, executes its orders, and leads roll-outs while it holds the
 * lease. One thread calls {@link #tick}; any thread reads {@link #status}.
 */
public final class ClusterNode {

    /** Roll-outs that are read in any case, because they say what not to try again. */
    static final int KEPT = 20;

    private static final int TICKS_BETWEEN_READS = 3;

    private final ClusterTables tables;
    private final Lease lease;
    private final RolloutTarget target;
    private final Surroundings node;
    private final RolloutLeader leader;
    private final RolloutReader reader;
    private volatile ClusterStatus status;
    private List<MeasuredEffect> effects = List.of();

    /** Why this node's last order failed, by id of the roll-out. */
    private final Map<String, String> failures = new HashMap<>();

    private int ticks;

    /** What the node reports without the tables. */
    public interface Surroundings {

        /** Host id of this node. */
        String id();

        /** This node as it is now. */
        Member self();

        /** Address of each node of the datacenter by host id, also of those that are down. */
        Map<String, String> ring();

        /** Why nothing may change now, such as quiet hours, or a schema without agreement; empty if it may. */
        Optional<String> hold();

        /** Whether the leader makes confirmed roll-outs permanent without an operator. */
        boolean makesPermanent();

        /** Whether the leader begins explorations. */
        boolean explores();
    }

    /** @param nanoTime monotonic clock */
    public ClusterNode(
            ClusterTables tables, Lease lease, RolloutTarget target, Surroundings node, LongSupplier nanoTime) {
        this.tables = tables;
        this.lease = lease;
        this.target = target;
        this.node = node;
        this.leader = new RolloutLeader(tables.rollouts(), lease, node, nanoTime);
        this.reader = new RolloutReader(tables.rollouts());
        this.status = ClusterStatus.starting(node.id());
    }

    /** Reports, renews, reads, obeys and leads. An error becomes the reason why the node only observes. */
    public void tick() {
        try {
            tables.members().publish(node.self());
            OptionalLong epoch = lease.refresh(highestEpoch(status.members()));
            List<Member> members = members(epoch.isPresent());
            Map<String, String> ring = node.ring();
            Optional<Hold> observing = observing(members, ring);
            List<Row> rows = reader.read(epoch.isPresent());
            List<Rollout> rollouts = rows.stream().map(Row::rollout).toList();
            if (!rollouts.equals(status.rollouts())) {
                effects = effects(rollouts);
            }
            target.learn(effects);
            Order order = obey(rows, observing);
            if (epoch.isPresent() && !order.isReported()) {
                leader.lead(epoch.getAsLong(), members, ring, observing, rows);
            }
            status = new ClusterStatus(
                    node.id(), ring, members, lease.holder(), epoch, observing.map(Hold::why), rollouts, order.text());
        } catch (ClusterException unreachable) {
            failed(unreachable);
        } catch (RuntimeException | Error fault) {
            failed(fault);
            throw fault;
        }
    }

    /** Shows an error as the reason why the node only observes until its next tick. */
    public void failed(Throwable failure) {
        boolean isExpected = failure instanceof ClusterException;
        failed(isExpected ? failure.getMessage() : "a tick of the cluster failed: " + failure);
    }

    /** Shows why the node only observes until its next tick. */
    public void failed(String why) {
        status = status.unreachable(why);
    }

    /** The highest epoch of an order that a node has accepted; 0 without one. */
    private static long highestEpoch(List<Member> members) {
        return members.stream()
                .mapToLong(member -> member.highestOrder().epoch())
                .max()
                .orElse(0);
    }

    /** The measured effects in chronological order. */
    private static List<MeasuredEffect> effects(List<Rollout> newestFirst) {
        List<MeasuredEffect> chronological = new ArrayList<>();
        newestFirst.forEach(rollout -> rollout.measured().ifPresent(effect -> chronological.add(0, effect)));
        return chronological;
    }

    /** The reports. Nodes that do not lead read them less often, because each of them reads all. */
    private List<Member> members(boolean leads) throws ClusterException {
        boolean isDue = ticks++ % TICKS_BETWEEN_READS == 0;
        return leads || isDue ? tables.members().members() : status.members();
    }

    /** Why no node may be changed; empty if one may. An operator's pause comes first. */
    private Optional<Hold> observing(List<Member> members, Map<String, String> ring) {
        Optional<Hold> paused = paused(tables.rollouts());
        return paused.filter(Hold::isByOperator)
                .or(() -> obstacle(members, ring).or(node::hold).map(why -> new Hold(why, false)))
                .or(() -> paused);
    }

    private static Optional<String> obstacle(List<Member> members, Map<String, String> ring) {
        Set<String> silent = new TreeSet<>(ring.keySet());
        members.forEach(member -> silent.remove(member.id()));
        if (!silent.isEmpty()) {
            return Optional.of("no report from " + silent.size() + " of " + ring.size() + " nodes: "
                    + ring.get(silent.iterator().next()));
        }
        List<Member> unhealthy =
                members.stream().filter(member -> !member.isHealthy()).toList();
        if (unhealthy.size() > 1) {
            return Optional.of(unhealthy.size() + " nodes cannot be changed: "
                    + unhealthy.get(0).address() + ": "
                    + unhealthy.get(0).problem().orElseThrow());
        }
        TreeSet<String> versions = new TreeSet<>();
        members.forEach(member -> versions.add(member.versions()));
        return versions.size() > 1
                ? Optional.of("the nodes have different versions or windows: " + String.join(", ", versions))
                : Optional.empty();
    }

    private static Optional<Hold> paused(RolloutTable rollouts) {
        try {
            String reason = rollouts.paused();
            return reason.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Hold("an operator paused the cluster: " + reason, true));
        } catch (ClusterException unreachable) {
            return Optional.of(new Hold(unreachable.getMessage(), false));
        }
    }

    /**
     * What this node does about its order.
     *
     * @param isReported whether it has written to the roll-out
     * @param text one line; empty without an order
     */
    private record Order(boolean isReported, String text) {

        private static final Order NONE = new Order(false, "");
    }

    /**
     * Executes the oldest order of this node. An order to change waits during a hold and for an undo, and is void if the change is to be undone. A
     * change that the node lost by a restart waits for a new order. The reason of a failed undo remains until the next order.
     */
    private Order obey(List<Row> rows, Optional<Hold> observing) {
        rows.stream()
                .map(Row::rollout)
                .filter(rollout -> rollout.nodes().get(node.id()) == NodeStep.FAILED)
                .forEach(rollout -> target.reported(rollout.plan()));
        Optional<Hold> held = observing.or(() -> undoing(rows));
        List<Row> chronological = new ArrayList<>(rows);
        Collections.reverse(chronological);
        Order waiting = Order.NONE;
        for (Row row : chronological) {
            Rollout rollout = row.rollout();
            NodeStep step = rollout.nodes().getOrDefault(node.id(), NodeStep.WAITING);
            if (step == NodeStep.UNDO_ORDERED) {
                return report(row, NodeStep.UNDONE, undo(rollout));
            } else if (step == NodeStep.FAILED && rollout.phase() == Phase.ABORTING) {
                waiting = new Order(false, failures.getOrDefault(rollout.plan().id(), waiting.text()));
                continue;
            } else if (rollout.isBeingUndone() || !step.isActive()) {
                continue;
            }
            RolloutPlan effective = rollout.plan().with(rollout.plan().change().without(replaced(row, rows)));
            Optional<String> hold = hold(rollout, held);
            if (step == NodeStep.APPLY_ORDERED) {
                // a node that has the change already only reports it
                if (hold.isEmpty() || target.presence(effective) != Presence.ABSENT) {
                    return report(row, NodeStep.APPLIED, target.apply(effective, rollout.epoch()));
                }
                waiting = new Order(false, hold.get());
                continue;
            }
            Presence presence = target.presence(effective);
            if (presence != Presence.PRESENT) {
                return lost(row, presence);
            } else if (step == NodeStep.PERMANENT_ORDERED) {
                if (hold.isEmpty()) {
                    return report(row, NodeStep.PERMANENT, save(rollout, effective));
                }
                waiting = new Order(false, hold.get());
            }
        }
        return waiting;
    }

    /** The undo that this node has to execute; empty without one. */
    private Optional<Hold> undoing(List<Row> rows) {
        return rows.stream()
                .map(Row::rollout)
                .filter(rollout -> rollout.nodes().get(node.id()) == NodeStep.UNDO_ORDERED)
                .findFirst()
                .map(rollout -> new Hold("undoes " + rollout.plan().id() + " first", false));
    }

    /** Why this node must not be changed now, also if it was ordered before; empty if it may. */
    private static Optional<String> hold(Rollout rollout, Optional<Hold> observing) {
        return rollout.request() == Request.PAUSE
                ? Optional.of("an operator paused " + rollout.plan().id())
                : observing.map(Hold::why);
    }

    /** Reports that the node lacks a change. A comparison cannot continue; after a restart the node gets the change again. */
    private Order lost(Row row, Presence presence) {
        Rollout rollout = row.rollout();
        NodeStep step = rollout.phase().isUndecided() ? NodeStep.FAILED : NodeStep.WAITING;
        Rollout next = presence == Presence.UNDONE ? rollout.undoneBy(node.id()) : rollout.reported(node.id(), step);
        tables.rollouts().replace(row.version(), next);
        return new Order(true, "the node lacks the change of " + rollout.plan().id());
    }

    private Answer save(Rollout rollout, RolloutPlan effective) {
        return target.problem()
                .map(why -> new Answer(Outcome.PENDING, why))
                .orElseGet(() -> target.save(effective, rollout.epoch(), rollout.isFirst(node.id())));
    }

    /**
     * Undoes a change, and then its permanent values, so that no restart brings it back. A node that cannot replace these values now tries again
     * after the others.
     */
    private Answer undo(Rollout rollout) {
        Answer undone = target.undo(rollout.plan(), rollout.epoch());
        if (undone.outcome() != Outcome.DONE || !rollout.outlastsRestarts()) {
            return undone;
        }
        Answer saved = target.save(rollout.plan(), rollout.epoch(), rollout.isFirst(node.id()));
        return switch (saved.outcome()) {
            // a schema that refuses the former values has refused the change too
            case DONE, REFUSED -> new Answer(Outcome.DONE, saved.detail());
            case PENDING, FAILED -> new Answer(Outcome.FAILED, saved.detail());
        };
    }

    /**
     * The knobs that a later roll-out has set on this node, sets now, or could not restore yet. An earlier roll-out must not set them meanwhile.
     */
    private Set<String> replaced(Row row, List<Row> rows) {
        Set<String> knobs = new HashSet<>();
        for (Row later : rows) {
            boolean isLater =
                    later.rollout().plan().number() > row.rollout().plan().number();
            NodeStep step = later.rollout().nodes().getOrDefault(node.id(), NodeStep.WAITING);
            boolean isStuck = step == NodeStep.FAILED && later.rollout().phase() == Phase.ABORTING;
            if (isLater && (step.isActive() || isStuck)) {
                knobs.addAll(later.rollout().plan().change().values().keySet());
            }
        }
        return knobs;
    }

    private Order report(Row row, NodeStep done, Answer answer) {
        if (answer.outcome() == Outcome.PENDING) {
            return new Order(false, answer.detail());
        }
        NodeStep step =
                switch (answer.outcome()) {
                    case DONE -> done;
                    case REFUSED -> NodeStep.NOT_PERMANENT;
                    case PENDING, FAILED -> NodeStep.FAILED;
                };
        if (step == NodeStep.FAILED) {
            failures.put(row.rollout().plan().id(), answer.detail());
        }
        // a refused or unknown write is repeated at the next tick, because the target is idempotent
        tables.rollouts().replace(row.version(), row.rollout().reported(node.id(), step));
        return new Order(true, answer.detail());
    }

    /** The status of the last tick, with the lease as it is now. */
    public ClusterStatus status() {
        return status.with(lease.epoch());
    }

    /**
     * The status with the reports as they are now.
     *
     * @throws ClusterException without a quorum
     */
    ClusterStatus current() throws ClusterException {
        List<Member> members = tables.members().members();
        Map<String, String> ring = node.ring();
        return status().with(ring, members, observing(members, ring).map(Hold::why));
    }
}
