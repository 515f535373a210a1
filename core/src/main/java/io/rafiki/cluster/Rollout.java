package io.rafiki.cluster;

import io.rafiki.learning.MeasuredEffect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change on its way through a datacenter: an immutable value. The leader replaces it by {@link #step}; a node changes its own
 * {@link NodeStep} only. All of it is in the tables, so a new leader continues where the former one ended.
 *
 * <pre>
 *   BASELINE -- 30 windows --> CANARY -- applied --> COMPARING -- better --> PROMOTING -- all applied --> CONFIRMED
 *      |                          |                      |                       |                           |
 *      |    worse, errors, operator, failed or lost,     |                       |                 operator  |
 *      |    exploration without difference, or late      |                       |                           |
 *      +--------------------------+--> ABORTING &lt;--------+-----------------------+---------------------------+
 *                                         |
 *                                         +-- all undone --> ABORTED
 *
 *   CONFIRMED -- operator or rafiki.yaml --> MAKING_PERMANENT -- all permanent --> PERMANENT -- operator --> ABORTING
 *   CONFIRMED &lt;-- a node refuses -------------------+
 * </pre>
 *
 * <p>A hold stops orders to change. Undos continue, and a harmful canary is undone, unless an operator required the hold. A node that cannot apply
 * a confirmed change stays without it; the others keep it.
 *
 * @param plan what it does
 * @param epoch of the leader that made the last step; 0 before the first
 * @param phase what it waits for
 * @param nodes step of each node
 * @param order nodes in the order in which they were told to change; their undos are in the reverse order
 * @param comparison of the canary with its peers
 * @param request what the operator requires
 * @param reason why it is held or was aborted; empty without a reason
 * @param outlastsRestarts whether values of a node may be permanent, so that an undo has to replace those too
 */
public record Rollout(
        RolloutPlan plan,
        long epoch,
        Phase phase,
        Map<String, NodeStep> nodes,
        List<String> order,
        CanaryComparison comparison,
        Request request,
        String reason,
        boolean outlastsRestarts) {

    /** Reason of an undo that no operator requested, before the id of the node. */
    static final String UNDONE_BY = "a node undid the change: ";

    /** What a roll-out waits for. */
    public enum Phase {
        /** Windows of canary and peers before the change. */
        BASELINE,
        /** The canary's report that it has the change. */
        CANARY,
        /** A verdict about the canary. */
        COMPARING,
        /** The reports of the other nodes. */
        PROMOTING,
        CONFIRMED,
        /** The reports of the nodes that make the change permanent. */
        MAKING_PERMANENT,
        PERMANENT,
        /** The reports of the nodes that undo the change. */
        ABORTING,
        ABORTED;

        /** Whether the canary and its peers are not yet compared to the end. */
        boolean isUndecided() {
            return compareTo(PROMOTING) < 0;
        }

        /** Whether nothing follows by itself. */
        public boolean isOver() {
            return this == CONFIRMED || this == PERMANENT || this == ABORTED;
        }

        /** Whether all nodes had the change. */
        public boolean isConfirmed() {
            return this == CONFIRMED || this == MAKING_PERMANENT || this == PERMANENT;
        }
    }

    /** The step of one node. The leader orders; the node reports. */
    public enum NodeStep {
        WAITING,
        APPLY_ORDERED,
        APPLIED,
        PERMANENT_ORDERED,
        PERMANENT,
        /** The node has the change, and cannot make it permanent. */
        NOT_PERMANENT,
        UNDO_ORDERED,
        UNDONE,
        FAILED;

        /** Whether the node has the change. */
        public boolean isInPlace() {
            return this == APPLIED || this == PERMANENT_ORDERED || this == PERMANENT || this == NOT_PERMANENT;
        }

        /** Whether the node has the change, or is getting or losing it. */
        boolean isActive() {
            return isInPlace() || this == APPLY_ORDERED || this == UNDO_ORDERED;
        }

        /** Whether the node has the change, or may have it. */
        boolean isChanged() {
            return isInPlace() || this == APPLY_ORDERED || this == FAILED;
        }
    }

    /** What an operator requires of a roll-out. */
    public enum Request {
        CONTINUE,
        PAUSE,
        /** Undo the change on all nodes. */
        ABORT,
        /** Follow the canary although the comparison has no verdict. Before the change, do not wait for more windows. */
        PROMOTE,
        /** Keep the change after restarts too. */
        MAKE_PERMANENT
    }

    /**
     * The facts for a step of the leader.
     *
     * @param members healthy and unhealthy nodes that have reported lately, by id
     * @param ring address of each node of the datacenter by id, also of those that are down
     * @param hold why no node may be changed now, such as a node without a report; empty if one may
     * @param round the next windows of canary and peers to compare; empty if there are none
     * @param isReconfigured whether a node of the comparison has another configuration than when the phase began
     */
    public record View(
            Map<String, Member> members,
            Map<String, String> ring,
            Optional<Hold> hold,
            Optional<CanaryComparison.Round> round,
            boolean isReconfigured) {

        /** The address of a node; its id if it has left the ring. */
        String address(String node) {
            return ring.getOrDefault(node, node);
        }
    }

    public Rollout {
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        order = List.copyOf(order);
    }

    /** The roll-out before its first step. */
    public static Rollout begin(RolloutPlan plan, Collection<Member> members) {
        Map<String, NodeStep> nodes = new LinkedHashMap<>();
        members.forEach(member -> nodes.put(member.id(), NodeStep.WAITING));
        return new Rollout(
                plan, 0, Phase.BASELINE, nodes, List.of(), CanaryComparison.NONE, Request.CONTINUE, "", false);
    }

    /**
     * The next value. Equal to this one if there is nothing to do.
     *
     * @param leader epoch of the leader that makes the step, not below the present one
     */
    public Rollout step(long leader, View view) {
        return new RolloutStep(leader, view).after(this);
    }

    /**
     * The same with an order to undo the change, even during a hold.
     *
     * @param leader epoch of the leader that gives it up, not below the present one
     */
    Rollout givenUp(long leader, View view, String why) {
        return new RolloutStep(leader, view).undone(with(leader).with(Phase.ABORTING, why));
    }

    /** Whether a node is the first of those that changed. It also changes the schema: before the others, and at an undo in its turn. */
    boolean isFirst(String node) {
        return first().filter(node::equals).isPresent();
    }

    /** The first node of those that changed; empty before the first. */
    Optional<String> first() {
        return order.stream().filter(nodes::containsKey).findFirst();
    }

    /** Whether nothing follows by itself, also on a node that came after the confirmation. */
    boolean isOver() {
        return phase.isOver() && !(phase.isConfirmed() && nodes.containsValue(NodeStep.APPLY_ORDERED));
    }

    /** Whether the nodes undo the change, or will. */
    boolean isBeingUndone() {
        return phase == Phase.ABORTING || (request == Request.ABORT && phase != Phase.ABORTED);
    }

    /** What the change did to the canary, after the end of the comparison. Empty if it was not predicted. */
    public Optional<MeasuredEffect> measured() {
        ProposedChange change = plan.change();
        return phase.compareTo(Phase.COMPARING) > 0
                ? change.basis().flatMap(basis -> comparison
                        .throughput()
                        .map(measured -> new MeasuredEffect(
                                basis.workload(),
                                basis.configuration(),
                                change.values(),
                                measured.effect(),
                                measured.error())))
                : Optional.empty();
    }

    /** Number of nodes that have the change. */
    public long changed() {
        return nodes.values().stream().filter(NodeStep::isInPlace).count();
    }

    /** The same after a node has reported its step. */
    public Rollout reported(String node, NodeStep step) {
        return with(node, step);
    }

    /** The same after a node has undone the change by itself. A confirmed change is then undone on all nodes. */
    Rollout undoneBy(String node) {
        Rollout failed = with(node, NodeStep.FAILED);
        return phase.isConfirmed() ? failed.with(phase, UNDONE_BY + node).requested(Request.ABORT) : failed;
    }

    /**
     * The same after an operator's request. A roll-out that was becoming permanent before its hold continues to. Nodes that could not apply the
     * change, or make it permanent, try again with the others.
     */
    public Rollout requested(Request what) {
        Request now = what == Request.CONTINUE && phase == Phase.MAKING_PERMANENT ? Request.MAKE_PERMANENT : what;
        Map<String, NodeStep> steps = new LinkedHashMap<>(nodes);
        if (now == Request.MAKE_PERMANENT) {
            steps.replaceAll((node, step) -> step == NodeStep.NOT_PERMANENT
                    ? NodeStep.APPLIED
                    : step == NodeStep.FAILED ? NodeStep.WAITING : step);
        }
        return new Rollout(plan, epoch, phase, steps, order, comparison, now, reason, outlastsRestarts);
    }

    /** The same whose change a node cannot make permanent. It stays confirmed. */
    Rollout notPermanent(String why) {
        return new Rollout(
                plan, epoch, Phase.CONFIRMED, nodes, order, comparison, Request.CONTINUE, why, outlastsRestarts);
    }

    /** The same with an order to change for a node, which is then the last in {@link #order}. */
    Rollout ordered(String node) {
        List<String> longer = new ArrayList<>(order);
        longer.remove(node);
        longer.add(node);
        Map<String, NodeStep> steps = with(node, NodeStep.APPLY_ORDERED).nodes;
        return new Rollout(plan, epoch, phase, steps, longer, comparison, request, reason, outlastsRestarts);
    }

    /**
     * The same, but a node undoes the change after all others that failed to, so that it does not delay them. If the schema may have the change,
     * the first node stays the first, because it changes the schema last.
     */
    Rollout postponed(String node) {
        if (outlastsRestarts && isFirst(node)) {
            return this;
        }
        String last = order.stream()
                .filter(each -> nodes.get(each) == NodeStep.FAILED && !(outlastsRestarts && isFirst(each)))
                .findFirst()
                .orElse(node);
        List<String> later = new ArrayList<>(order);
        later.remove(node);
        later.add(order.indexOf(last), node);
        return new Rollout(plan, epoch, phase, nodes, later, comparison, request, reason, outlastsRestarts);
    }

    /** The same whose nodes are told to make the change permanent. */
    Rollout makingPermanent() {
        return new Rollout(plan, epoch, Phase.MAKING_PERMANENT, nodes, order, comparison, request, "", true);
    }

    Rollout with(String node, NodeStep step) {
        Map<String, NodeStep> changed = new LinkedHashMap<>(nodes);
        changed.put(node, step);
        return with(changed);
    }

    Rollout with(Map<String, NodeStep> steps) {
        return new Rollout(plan, epoch, phase, steps, order, comparison, request, reason, outlastsRestarts);
    }

    Rollout with(CanaryComparison longer) {
        return new Rollout(plan, epoch, phase, nodes, order, longer, request, reason, outlastsRestarts);
    }

    Rollout with(long leader) {
        return new Rollout(plan, leader, phase, nodes, order, comparison, request, reason, outlastsRestarts);
    }

    Rollout with(Phase next, String why) {
        return new Rollout(plan, epoch, next, nodes, order, comparison, request, why, outlastsRestarts);
    }
}
