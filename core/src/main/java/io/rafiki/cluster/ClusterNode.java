package io.rafiki.cluster;

import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.RolloutTable.Row;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.cluster.RolloutTarget.Presence;
import io.rafiki.learning.MeasuredEffect;
import java.util.ArrayList;
import java.util.Collections;
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

    /** Roll-outs that are read. */
    static final int KEPT = 20;

    private static final int TICKS_BETWEEN_READS = 3;

    private final ClusterTables tables;
    private final Lease lease;
    private final RolloutTarget target;
    private final Surroundings node;
    private final RolloutLeader leader;
    private volatile ClusterStatus status;
    private List<MeasuredEffect> effects = List.of();
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
        this.status = ClusterStatus.starting(node.id());
    }

    /** Reports, renews, reads, obeys and leads. An error becomes the reason why the node only observes. */
    public void tick() {
        try {
            tables.members().publish(node.self());
            OptionalLong epoch = lease.refresh(highestEpoch(status.members()));
            List<Member> members = members(epoch.isPresent());
            Map<String, String> ring = node.ring();
            Optional<String> observing = observing(members, ring);
            List<Row> rows = tables.rollouts().latest(KEPT, epoch.isPresent());
            List<Rollout> rollouts = rows.stream().map(Row::rollout).toList();
            if (!rollouts.equals(status.rollouts())) {
                effects = effects(rollouts);
            }
            target.learn(effects);
            Order order = obey(rows);
            if (epoch.isPresent() && !order.isReported()) {
                leader.lead(epoch.getAsLong(), members, ring, observing, rows);
            }
            status = new ClusterStatus(
                    node.id(), ring, members, lease.holder(), epoch, observing, rollouts, order.text());
        } catch (ClusterException unreachable) {
            status = status.unreachable(unreachable.getMessage());
        }
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

    /** Why no node may be changed; empty if one may. */
    private Optional<String> observing(List<Member> members, Map<String, String> ring) {
        return obstacle(members, ring).or(node::hold).or(() -> paused(tables.rollouts()));
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
                ? Optional.of("the nodes have different versions: " + String.join(", ", versions))
                : Optional.empty();
    }

    private static Optional<String> paused(RolloutTable rollouts) {
        try {
            String reason = rollouts.paused();
            return reason.isEmpty() ? Optional.empty() : Optional.of("an operator paused the cluster: " + reason);
        } catch (ClusterException unreachable) {
            return Optional.of(unreachable.getMessage());
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

    /** Executes the oldest order of this node. A change that it lost by a restart waits for a new order. */
    private Order obey(List<Row> rows) {
        List<Row> chronological = new ArrayList<>(rows);
        Collections.reverse(chronological);
        for (Row row : chronological) {
            Rollout rollout = row.rollout();
            NodeStep step = rollout.nodes().getOrDefault(node.id(), NodeStep.WAITING);
            RolloutPlan effective = rollout.plan().with(rollout.plan().change().without(replaced(row, rows)));
            if (step == NodeStep.APPLY_ORDERED) {
                return report(row, NodeStep.APPLIED, target.apply(effective, rollout.epoch()));
            } else if (step == NodeStep.UNDO_ORDERED) {
                return report(row, NodeStep.UNDONE, undo(rollout));
            }
            Presence presence = step.isInPlace() && rollout.phase() != Phase.ABORTING
                    ? target.presence(effective)
                    : Presence.PRESENT;
            if (presence != Presence.PRESENT) {
                // a comparison cannot continue; after a restart the node gets the change again
                boolean isOver = presence == Presence.UNDONE || rollout.phase() == Phase.COMPARING;
                return report(
                        row,
                        isOver ? NodeStep.FAILED : NodeStep.WAITING,
                        new Answer(Outcome.DONE, "the node lacks the change of " + effective.id()));
            } else if (step == NodeStep.PERMANENT_ORDERED) {
                Optional<Answer> problem = target.problem().map(why -> new Answer(Outcome.PENDING, why));
                return report(
                        row,
                        NodeStep.PERMANENT,
                        problem.orElseGet(() -> target.save(effective, rollout.epoch(), rollout.isFirst(node.id()))));
            }
        }
        return Order.NONE;
    }

    /** Undoes a change, and then its permanent values, so that no restart brings it back. */
    private Answer undo(Rollout rollout) {
        Answer undone = target.undo(rollout.plan(), rollout.epoch());
        if (undone.outcome() != Outcome.DONE || !rollout.outlastsRestarts()) {
            return undone;
        }
        Answer saved = target.save(rollout.plan(), rollout.epoch(), rollout.isFirst(node.id()));
        // a schema that refuses the former values has refused the change too
        return saved.outcome() == Outcome.REFUSED ? new Answer(Outcome.DONE, saved.detail()) : saved;
    }

    /** The knobs that a later roll-out has set on this node, or sets now. An earlier roll-out must not set them meanwhile. */
    private Set<String> replaced(Row row, List<Row> rows) {
        Set<String> knobs = new HashSet<>();
        for (Row later : rows) {
            boolean isLater =
                    later.rollout().plan().number() > row.rollout().plan().number();
            NodeStep step = later.rollout().nodes().getOrDefault(node.id(), NodeStep.WAITING);
            if (isLater && step.isActive()) {
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
        return status().with(ring, members, observing(members, ring));
    }
}
