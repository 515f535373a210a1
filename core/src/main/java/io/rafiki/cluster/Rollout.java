package io.rafiki.cluster;

import io.rafiki.learning.MeasuredEffect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

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
 * </pre>
 *
 * <p>A hold stops new steps. It rolls nothing forward, and undoes nothing.
 *
 * @param plan what it does
 * @param epoch of the leader that made the last step; 0 before the first
 * @param phase what it waits for
 * @param nodes step of each node
 * @param order nodes in the order in which they were told to change
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

    /**
     * Rounds after which a comparison without a verdict is inconclusive. The change stays on the canary until an operator decides; that of an
     * exploration is undone.
     */
    static final int MOST_ROUNDS = 60;

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
        UNDO_ORDERED,
        UNDONE,
        FAILED;

        /** Whether the node has the change. */
        public boolean isInPlace() {
            return this == APPLIED || this == PERMANENT_ORDERED || this == PERMANENT;
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
        /** Follow the canary although the comparison has no verdict. */
        PROMOTE,
        /** Keep the change after restarts too. */
        MAKE_PERMANENT
    }

    /**
     * The facts for a step of the leader.
     *
     * @param members healthy and unhealthy nodes that have reported lately, by id
     * @param ring ids of all nodes of the datacenter, also of those that are down
     * @param hold why nothing may be rolled forward now, such as a node without a report; empty if it may
     * @param round windows of canary and peers that ended since the last step; empty if there are none
     */
    public record View(
            Map<String, Member> members,
            Set<String> ring,
            Optional<String> hold,
            Optional<CanaryComparison.Round> round) {}

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
        if (isQuiet(view)) {
            return this;
        }
        if (leader < epoch) {
            throw new IllegalArgumentException("roll-out: expected epoch " + epoch + " or later, found " + leader);
        }
        Rollout now = with(leader).among(view);
        if (phase == Phase.ABORTING) {
            return now.undone();
        }
        Optional<String> failure =
                request == Request.ABORT ? Optional.of("an operator requested it") : now.failure(view);
        if (failure.isPresent()) {
            return now.with(Phase.ABORTING, failure.get()).undone();
        }
        Optional<String> hold = request == Request.PAUSE ? Optional.of("an operator paused it") : view.hold();
        return hold.map(why -> now.with(phase, why)).orElseGet(() -> now.forward(view));
    }

    /**
     * The same with an order to undo the change, even during a hold.
     *
     * @param leader epoch of the leader that gives it up, not below the present one
     */
    Rollout givenUp(long leader, String why) {
        return with(leader).with(Phase.ABORTING, why).undone();
    }

    /** Whether a step would change nothing: it is over, and each node of the ring has the change. */
    private boolean isQuiet(View view) {
        if (phase == Phase.ABORTED) {
            return true;
        }
        boolean isComplete = phase == Phase.PERMANENT
                ? nodes.values().stream().allMatch(step -> step == NodeStep.PERMANENT)
                : phase == Phase.CONFIRMED
                        && request != Request.MAKE_PERMANENT
                        && nodes.values().stream().allMatch(NodeStep::isInPlace);
        return isComplete
                && request != Request.ABORT
                && nodes.keySet().containsAll(view.members().keySet());
    }

    /** Without the nodes that have left the ring, and with those that are new. */
    private Rollout among(View view) {
        Map<String, NodeStep> present = new LinkedHashMap<>(nodes);
        present.keySet().retainAll(view.ring());
        if (phase != Phase.ABORTING && request != Request.ABORT) {
            view.members().keySet().stream().sorted().forEach(node -> present.putIfAbsent(node, NodeStep.WAITING));
        }
        return new Rollout(plan, epoch, phase, present, order, comparison, request, reason, outlastsRestarts);
    }

    private Rollout forward(View view) {
        return switch (phase) {
            case BASELINE -> baseline(view);
            case CANARY -> canary();
            case COMPARING -> compared(view);
            case PROMOTING, CONFIRMED, MAKING_PERMANENT, PERMANENT -> promoted(view);
            case ABORTING, ABORTED -> this;
        };
    }

    /** Why all changes must be undone. */
    private Optional<String> failure(View view) {
        for (Map.Entry<String, NodeStep> node : nodes.entrySet()) {
            if (node.getValue() == NodeStep.FAILED) {
                return Optional.of("a node could not apply the change: " + node.getKey());
            }
        }
        String canary = plan.group().canary();
        boolean isChanged = phase == Phase.CANARY || phase == Phase.COMPARING;
        if (isChanged && !view.members().containsKey(canary)) {
            return Optional.of("the canary does not report: " + canary);
        }
        return Stream.concat(Stream.of(canary), plan.group().peers().stream())
                .filter(node -> phase.isUndecided() && !view.ring().contains(node))
                .map(node -> "a node of the comparison left the ring: " + node)
                .findFirst();
    }

    private Rollout baseline(View view) {
        CanaryComparison longer = view.round().map(comparison::before).orElse(comparison);
        Rollout next = with(longer);
        return longer.isReady()
                ? next.ordered(plan.group().canary()).with(Phase.CANARY, "")
                : next.with(Phase.BASELINE, "");
    }

    private Rollout canary() {
        return nodes.get(plan.group().canary()) == NodeStep.APPLIED ? with(Phase.COMPARING, "") : with(phase, "");
    }

    private Rollout compared(View view) {
        CanaryComparison longer = view.round().map(comparison::after).orElse(comparison);
        Rollout next = with(longer);
        CanaryVerdict verdict = longer.verdict();
        if (verdict.isHarm()) {
            return next.with(Phase.ABORTING, verdict.text()).undone();
        }
        if (verdict.kind() == CanaryVerdict.Kind.BETTER || request == Request.PROMOTE) {
            return next.with(Phase.PROMOTING, "").promoted(view);
        }
        if (longer.roundsAfter() < MOST_ROUNDS) {
            return next.with(phase, "");
        }
        String why = "the comparison shows no difference";
        return plan.change().isExploration() ? next.with(Phase.ABORTING, why).undone() : next.with(phase, why);
    }

    /** Orders the next rack, or the next node, after the nodes that were ordered have the change. */
    private Rollout promoted(View view) {
        if (nodes.containsValue(NodeStep.APPLY_ORDERED) || nodes.containsValue(NodeStep.PERMANENT_ORDERED)) {
            return with(phase, "");
        }
        List<String> waiting = nextRack(view);
        if (waiting.isEmpty()) {
            return request == Request.MAKE_PERMANENT ? permanent() : with(Phase.CONFIRMED, "");
        }
        Rollout next = this;
        for (String node : plan.change().rewritesData() ? waiting.subList(0, 1) : waiting) {
            next = next.ordered(node);
        }
        return next.with(Phase.PROMOTING, "");
    }

    /** Orders the first node to make the change permanent, then all others. */
    private Rollout permanent() {
        Rollout next = new Rollout(plan, epoch, Phase.MAKING_PERMANENT, nodes, order, comparison, request, "", true);
        List<String> changed = nodes.keySet().stream()
                .filter(node -> nodes.get(node) == NodeStep.APPLIED)
                .toList();
        if (changed.isEmpty()) {
            return next.with(Phase.PERMANENT, "");
        }
        Optional<String> first = changed.stream().filter(this::isFirst).findFirst();
        for (String node : first.map(List::of).orElse(changed)) {
            next = next.with(node, NodeStep.PERMANENT_ORDERED);
        }
        return next;
    }

    /** Whether a node is the first of those that changed. It also changes the schema, before the others or after they have undone. */
    boolean isFirst(String node) {
        return order.stream()
                .filter(nodes::containsKey)
                .findFirst()
                .filter(node::equals)
                .isPresent();
    }

    /** The waiting nodes of the first rack that has some: the canary's rack, then the others by name. */
    private List<String> nextRack(View view) {
        Map<String, List<String>> racks = new TreeMap<>();
        nodes.forEach((node, step) -> {
            if (step == NodeStep.WAITING) {
                racks.computeIfAbsent(view.members().get(node).rack(), rack -> new ArrayList<>())
                        .add(node);
            }
        });
        Member canary = view.members().get(plan.group().canary());
        List<String> first = canary == null ? null : racks.get(canary.rack());
        if (first != null) {
            return first;
        }
        return racks.isEmpty() ? List.of() : racks.values().iterator().next();
    }

    /** Undoes the changes in reverse order, one node at a time. */
    private Rollout undone() {
        if (nodes.containsValue(NodeStep.UNDO_ORDERED)) {
            return this;
        }
        for (int i = order.size() - 1; i >= 0; i--) {
            NodeStep step = nodes.getOrDefault(order.get(i), NodeStep.UNDONE);
            // a node that lost the change by a restart can still have permanent values
            if (step.isChanged() || (outlastsRestarts && step == NodeStep.WAITING)) {
                return with(order.get(i), NodeStep.UNDO_ORDERED);
            }
        }
        return with(Phase.ABORTED, reason);
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

    /** The same after an operator's request. */
    public Rollout requested(Request what) {
        return new Rollout(plan, epoch, phase, nodes, order, comparison, what, reason, outlastsRestarts);
    }

    private Rollout ordered(String node) {
        List<String> longer = new ArrayList<>(order);
        longer.remove(node);
        longer.add(node);
        return new Rollout(
                plan,
                epoch,
                phase,
                with(node, NodeStep.APPLY_ORDERED).nodes,
                longer,
                comparison,
                request,
                reason,
                outlastsRestarts);
    }

    private Rollout with(String node, NodeStep step) {
        Map<String, NodeStep> changed = new LinkedHashMap<>(nodes);
        changed.put(node, step);
        return new Rollout(plan, epoch, phase, changed, order, comparison, request, reason, outlastsRestarts);
    }

    private Rollout with(CanaryComparison longer) {
        return new Rollout(plan, epoch, phase, nodes, order, longer, request, reason, outlastsRestarts);
    }

    private Rollout with(long leader) {
        return new Rollout(plan, leader, phase, nodes, order, comparison, request, reason, outlastsRestarts);
    }

    private Rollout with(Phase next, String why) {
        return new Rollout(plan, epoch, next, nodes, order, comparison, request, why, outlastsRestarts);
    }
}
