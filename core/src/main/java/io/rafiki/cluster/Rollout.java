package io.rafiki.cluster;

import java.util.ArrayList;
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
 *   CANARY ---- applied ----> COMPARING ---- better ----> PROMOTING ---- all applied ----> CONFIRMED
 *      |                          |                          |
 *      |       worse, errors, operator, failed or lost       |
 *      +-------------------> ABORTING &lt;-------------------+---- all undone ----> ABORTED
 * </pre>
 *
 * <p>A hold stops new steps. It rolls nothing forward, and undoes nothing.
 *
 * @param id of the roll-out
 * @param epoch of the leader that made the last step
 * @param group canary and its peers
 * @param racks nodes in the order of the roll-out, rack by rack; the canary is the first node of the first one
 * @param alone whether nodes change one at a time, because the change rewrites data
 * @param phase what it waits for
 * @param nodes step of each node
 * @param order nodes in the order in which they were told to change
 * @param comparison of the canary with its peers; empty before the canary has the change
 * @param rounds rounds of the comparison after the change
 * @param reason why it is held or was aborted; empty without a reason
 */
public record Rollout(
        String id,
        long epoch,
        PeerGroup group,
        List<List<String>> racks,
        boolean alone,
        Phase phase,
        Map<String, NodeStep> nodes,
        List<String> order,
        Optional<CanaryComparison> comparison,
        int rounds,
        String reason) {

    /** Rounds after which a comparison without a verdict is inconclusive. The change stays on the canary until an operator decides. */
    static final int MOST_ROUNDS = 60;

    /** What a roll-out waits for. */
    public enum Phase {
        CANARY,
        COMPARING,
        PROMOTING,
        CONFIRMED,
        ABORTING,
        ABORTED;

        /** Whether nothing follows. */
        public boolean isOver() {
            return this == CONFIRMED || this == ABORTED;
        }
    }

    /** The step of one node. The leader orders; the node reports. */
    public enum NodeStep {
        WAITING,
        APPLY_ORDERED,
        APPLIED,
        UNDO_ORDERED,
        UNDONE,
        FAILED;

        boolean isChanged() {
            return this == APPLY_ORDERED || this == APPLIED || this == FAILED;
        }
    }

    public Rollout {
        racks = racks.stream().map(List::copyOf).toList();
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        order = List.copyOf(order);
    }

    /**
     * The facts for a step of the leader.
     *
     * @param members healthy and unhealthy nodes that have reported lately, by id
     * @param hold why nothing may be rolled forward now; empty if it may
     * @param round windows of canary and peers that ended since the last step; empty if there are none
     * @param abort the operator's reason to abort; empty without one
     */
    public record View(
            Map<String, Member> members,
            Optional<String> hold,
            Optional<CanaryComparison.Round> round,
            Optional<String> abort) {}

    /**
     * The roll-out at its start.
     *
     * @param before rounds of canary and peers before the change
     */
    public static Rollout begin(
            String id,
            long epoch,
            PeerGroup group,
            List<Member> members,
            boolean alone,
            List<CanaryComparison.Round> before) {
        List<List<String>> racks = racks(group, members);
        Map<String, NodeStep> nodes = new LinkedHashMap<>();
        racks.forEach(rack -> rack.forEach(node -> nodes.put(node, NodeStep.WAITING)));
        return new Rollout(
                id,
                epoch,
                group,
                racks,
                alone,
                Phase.CANARY,
                nodes,
                List.of(),
                Optional.of(CanaryComparison.of(before)),
                0,
                "");
    }

    /** The canary's rack first, then the others by name; the canary first, then the others by id. */
    private static List<List<String>> racks(PeerGroup group, List<Member> members) {
        String own = members.stream()
                .filter(member -> member.id().equals(group.canary()))
                .map(Member::rack)
                .findFirst()
                .orElseThrow();
        Map<String, List<String>> racks = new LinkedHashMap<>();
        racks.put(own, new ArrayList<>(List.of(group.canary())));
        members.stream()
                .sorted((one, other) -> one.rack().equals(other.rack())
                        ? one.id().compareTo(other.id())
                        : one.rack().compareTo(other.rack()))
                .filter(member -> !member.id().equals(group.canary()))
                .forEach(member -> racks.computeIfAbsent(member.rack(), rack -> new ArrayList<>())
                        .add(member.id()));
        return List.copyOf(racks.values());
    }

    /**
     * The next value. Equal to this one if there is nothing to do.
     *
     * @param leader epoch of the leader that makes the step, not below the present one
     */
    public Rollout step(long leader, View view) {
        if (phase.isOver()) {
            return this;
        }
        if (leader < epoch) {
            throw new IllegalArgumentException("roll-out: expected epoch " + epoch + " or later, found " + leader);
        }
        Rollout now = with(leader);
        if (phase == Phase.ABORTING) {
            return now.undone();
        }
        Optional<String> failure = view.abort().or(() -> now.failure(view));
        if (failure.isPresent()) {
            return now.with(Phase.ABORTING, failure.get()).undone();
        }
        Optional<String> hold = view.hold().or(() -> now.lost(view));
        return switch (phase) {
            case CANARY -> hold.map(now::held).orElseGet(() -> now.canary());
            case COMPARING -> hold.map(now::held).orElseGet(() -> now.compared(view));
            case PROMOTING -> hold.map(now::held).orElseGet(now::promoted);
            case CONFIRMED, ABORTING, ABORTED -> now;
        };
    }

    /** Why all changes must be undone. */
    private Optional<String> failure(View view) {
        for (Map.Entry<String, NodeStep> node : nodes.entrySet()) {
            if (node.getValue() == NodeStep.FAILED) {
                return Optional.of(node.getKey() + " could not apply the change");
            }
        }
        boolean canaryLost = nodes.get(group.canary()).isChanged()
                && phase != Phase.PROMOTING
                && !view.members().containsKey(group.canary());
        return canaryLost ? Optional.of("the canary " + group.canary() + " does not report") : Optional.empty();
    }

    /** A node that does not report, or is unhealthy, stops new steps. */
    private Optional<String> lost(View view) {
        return nodes.keySet().stream()
                .filter(node -> !view.members().containsKey(node))
                .map(node -> node + " does not report")
                .findFirst();
    }

    private Rollout canary() {
        NodeStep step = nodes.get(group.canary());
        return switch (step) {
            case WAITING -> ordered(group.canary()).held("");
            case APPLIED -> with(Phase.COMPARING, "");
            case APPLY_ORDERED, UNDO_ORDERED, UNDONE, FAILED -> held("");
        };
    }

    private Rollout compared(View view) {
        Rollout next = view.round().map(this::with).orElse(this);
        CanaryVerdict verdict = next.comparison.orElseThrow().verdict();
        if (verdict.isHarm()) {
            return next.with(Phase.ABORTING, "the canary is worse than its peers: " + verdict.metric())
                    .undone();
        }
        if (verdict.kind() == CanaryVerdict.Kind.BETTER) {
            return next.with(Phase.PROMOTING, "").promoted();
        }
        return next.held(next.rounds >= MOST_ROUNDS ? "the comparison shows no difference" : "");
    }

    /** Orders the next rack, or the next node, after the nodes that were ordered have the change. */
    private Rollout promoted() {
        if (nodes.containsValue(NodeStep.APPLY_ORDERED)) {
            return held("");
        }
        for (List<String> rack : racks) {
            List<String> waiting = rack.stream()
                    .filter(node -> nodes.get(node) == NodeStep.WAITING)
                    .toList();
            if (!waiting.isEmpty()) {
                Rollout next = this;
                for (String node : alone ? waiting.subList(0, 1) : waiting) {
                    next = next.ordered(node);
                }
                return next.held("");
            }
        }
        return with(Phase.CONFIRMED, "");
    }

    /** Undoes the changes in reverse order, one node at a time. */
    private Rollout undone() {
        if (nodes.containsValue(NodeStep.UNDO_ORDERED)) {
            return this;
        }
        for (int i = order.size() - 1; i >= 0; i--) {
            if (nodes.get(order.get(i)).isChanged()) {
                return with(order.get(i), NodeStep.UNDO_ORDERED);
            }
        }
        return with(Phase.ABORTED, reason);
    }

    /** The same after a node has reported its step. */
    public Rollout reported(String node, NodeStep step) {
        return with(node, step);
    }

    private Rollout ordered(String node) {
        List<String> longer = new ArrayList<>(order);
        longer.add(node);
        return copy(epoch, phase, with(node, NodeStep.APPLY_ORDERED).nodes, longer, comparison, rounds, reason);
    }

    private Rollout with(String node, NodeStep step) {
        Map<String, NodeStep> changed = new LinkedHashMap<>(nodes);
        changed.put(node, step);
        return copy(epoch, phase, changed, order, comparison, rounds, reason);
    }

    private Rollout with(CanaryComparison.Round round) {
        return copy(epoch, phase, nodes, order, comparison.map(known -> known.next(round)), rounds + 1, reason);
    }

    private Rollout with(long leader) {
        return copy(leader, phase, nodes, order, comparison, rounds, reason);
    }

    private Rollout with(Phase next, String why) {
        return copy(epoch, next, nodes, order, comparison, rounds, why);
    }

    private Rollout held(String why) {
        return with(phase, why);
    }

    private Rollout copy(
            long leader,
            Phase next,
            Map<String, NodeStep> steps,
            List<String> sequence,
            Optional<CanaryComparison> compared,
            int count,
            String why) {
        return new Rollout(id, leader, group, racks, alone, next, steps, sequence, compared, count, why);
    }
}
