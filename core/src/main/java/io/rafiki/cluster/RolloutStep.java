package io.rafiki.cluster;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.Rollout.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A step of the leader: the value of a roll-out that follows from its present value and from the facts.
 *
 * @param leader epoch of the leader
 * @param view the facts
 */
record RolloutStep(long leader, View view) {

    /**
     * Rounds after which a comparison without a verdict is inconclusive. The change stays on the canary until an operator decides, or errors end
     * it; that of an exploration is undone.
     */
    static final int MOST_ROUNDS = 60;

    /** The order of undos: nodes that have not failed, then these, then silent ones. */
    private static final int FAILED = 1;

    private static final int SILENT = 2;

    /** The roll-out after the step; the same if there is nothing to do. */
    Rollout after(Rollout rollout) {
        if (isQuiet(rollout)) {
            return rollout;
        }
        if (leader < rollout.epoch()) {
            throw new IllegalArgumentException(
                    "roll-out: expected epoch " + rollout.epoch() + " or later, found " + leader);
        }
        Rollout now = inRing(rollout.with(leader));
        if (now.phase() == Phase.ABORTING) {
            return undone(now);
        }
        Optional<String> failure = failure(now);
        if (failure.isPresent()) {
            return undone(now.with(Phase.ABORTING, failure.get()));
        }
        Optional<Hold> hold =
                now.request() == Request.PAUSE ? Optional.of(new Hold("an operator paused it", true)) : view.hold();
        return hold.map(why -> held(now, why)).orElseGet(() -> forward(now));
    }

    /** Whether a step would change nothing: it is over, each node of the ring has the change, and the reason is not that of a former hold. */
    private boolean isQuiet(Rollout rollout) {
        if (rollout.phase() == Phase.ABORTED) {
            return true;
        }
        boolean isAsked = rollout.request() == Request.MAKE_PERMANENT;
        boolean isReason = rollout.reason().equals(remark(rollout));
        boolean isComplete = rollout.phase() == Phase.PERMANENT
                ? (isReason || !isAsked)
                        && rollout.nodes().values().stream().allMatch(step -> step == NodeStep.PERMANENT)
                : rollout.phase() == Phase.CONFIRMED
                        && isReason
                        && !isAsked
                        && rollout.nodes().values().stream().allMatch(NodeStep::isInPlace);
        return isComplete
                && rollout.request() != Request.ABORT
                && rollout.nodes().keySet().containsAll(view.members().keySet());
    }

    /** Without the nodes that have left the ring, and with those that are new. */
    private Rollout inRing(Rollout rollout) {
        Map<String, NodeStep> present = new LinkedHashMap<>(rollout.nodes());
        present.keySet().retainAll(view.ring().keySet());
        if (rollout.phase() != Phase.ABORTING && rollout.request() != Request.ABORT) {
            view.members().keySet().stream().sorted().forEach(node -> present.putIfAbsent(node, NodeStep.WAITING));
        }
        return withSchema(rollout, rollout.with(present));
    }

    /** If the first node left the ring before its undo, the next one repeats its own, and with it that of the schema. */
    private static Rollout withSchema(Rollout before, Rollout now) {
        boolean isLost = before.outlastsRestarts()
                && before.first()
                        .filter(first -> !now.nodes().containsKey(first))
                        .filter(first -> before.nodes().get(first) != NodeStep.UNDONE)
                        .isPresent();
        return now.first()
                .filter(next -> isLost && now.nodes().get(next) == NodeStep.UNDONE)
                .map(next -> now.with(next, NodeStep.WAITING))
                .orElse(now);
    }

    /** Why all changes must be undone. A node that cannot apply a confirmed change is no reason. */
    private Optional<String> failure(Rollout rollout) {
        Optional<String> failed = address(rollout, NodeStep.FAILED);
        if (failed.isPresent() && !rollout.phase().isConfirmed()) {
            return failed.map(node -> "a node did not apply the change, or undid it: " + node);
        }
        if (rollout.request() == Request.ABORT) {
            return Optional.of(
                    rollout.reason().startsWith(Rollout.UNDONE_BY)
                            ? Rollout.UNDONE_BY + view.address(rollout.reason().substring(Rollout.UNDONE_BY.length()))
                            : "an operator requested it");
        }
        PeerGroup group = rollout.plan().group();
        boolean isChanged = rollout.phase() == Phase.CANARY || rollout.phase() == Phase.COMPARING;
        if (isChanged && !view.members().containsKey(group.canary())) {
            return Optional.of("the canary does not report: " + view.address(group.canary()));
        }
        return group.nodes().stream()
                .filter(node -> rollout.phase().isUndecided() && !view.ring().containsKey(node))
                .map(node -> "a node of the comparison left the ring: " + node)
                .findFirst();
    }

    /** The address of the first node with a step; empty without one. */
    private Optional<String> address(Rollout rollout, NodeStep step) {
        return rollout.nodes().keySet().stream()
                .filter(node -> rollout.nodes().get(node) == step)
                .findFirst()
                .map(view::address);
    }

    /** Orders no change. The canary is watched all the same, unless an operator required the hold. */
    private Rollout held(Rollout rollout, Hold hold) {
        Rollout next = rollout;
        if (!hold.isByOperator() && rollout.phase() == Phase.CANARY) {
            next = canary(rollout);
        } else if (!hold.isByOperator() && rollout.phase() == Phase.COMPARING) {
            next = watched(rollout);
        }
        return next.phase().compareTo(Phase.ABORTING) < 0 ? next.with(next.phase(), hold.why()) : next;
    }

    private Rollout forward(Rollout rollout) {
        return switch (rollout.phase()) {
            case BASELINE -> baseline(rollout);
            case CANARY -> canary(rollout);
            case COMPARING -> compared(rollout);
            case PROMOTING, CONFIRMED, MAKING_PERMANENT, PERMANENT -> promoted(rollout);
            case ABORTING, ABORTED -> rollout;
        };
    }

    /** Waits for enough windows before the change, unless the operator wants no verdict. */
    private Rollout baseline(Rollout rollout) {
        Rollout next = rollout.with(view.round()
                .filter(Round::isComparable)
                .map(rollout.comparison()::before)
                .orElse(rollout.comparison()));
        return next.comparison().isReady() || rollout.request() == Request.PROMOTE
                ? next.ordered(rollout.plan().group().canary()).with(Phase.CANARY, "")
                : next.with(Phase.BASELINE, disturbance(rollout));
    }

    /** Why the present windows are not compared; empty if they are. */
    private String disturbance(Rollout rollout) {
        PeerGroup group = rollout.plan().group();
        Optional<String> unhealthy = RoundCounter.disturbing(group, rollout.phase(), view.members()).stream()
                .findFirst()
                .map(node -> "the comparison waits until a node is healthy: " + view.address(node) + ": "
                        + view.members().get(node).problem().orElse(""));
        Optional<String> idle = group.nodes().stream()
                .filter(node -> !RoundCounter.hasWindow(node, view.members()))
                .findFirst()
                .map(node -> "no window from " + view.address(node));
        boolean isMixed = RoundCounter.configurations(group, rollout.phase(), view.members(), Set.of())
                        .size()
                > 1;
        String changed = view.isReconfigured()
                ? "the compared nodes have another configuration than when the phase began: promote or abort"
                : "";
        return unhealthy.or(() -> idle).orElse(isMixed ? "the compared nodes have different configurations" : changed);
    }

    private static Rollout canary(Rollout rollout) {
        boolean isApplied = rollout.nodes().get(rollout.plan().group().canary()) == NodeStep.APPLIED;
        return rollout.with(isApplied ? Phase.COMPARING : rollout.phase(), "");
    }

    /** Compares the new windows, and undoes a harmful change. */
    private Rollout watched(Rollout rollout) {
        CanaryComparison former = rollout.comparison();
        Rollout next =
                rollout.with(view.round().map(round -> longer(former, round)).orElse(former));
        CanaryVerdict verdict = next.comparison().verdict();
        return verdict.isHarm() ? undone(next.with(Phase.ABORTING, verdict.text())) : next;
    }

    /** Without comparable peers, rounds can only show harm: peers write hints for a canary that is too slow. */
    private static CanaryComparison longer(CanaryComparison former, Round round) {
        if (former.roundsAfter() >= MOST_ROUNDS) {
            return former.withErrors(round);
        }
        CanaryComparison longer = round.isComparable() ? former.after(round) : former.withErrors(round);
        return longer.withHarm(round.burdened());
    }

    private Rollout compared(Rollout rollout) {
        Rollout next = watched(rollout);
        if (next.phase() != Phase.COMPARING) {
            return next;
        }
        boolean isBetter = next.comparison().verdict().kind() == CanaryVerdict.Kind.BETTER;
        if (isBetter || rollout.request() == Request.PROMOTE) {
            return promoted(next.with(Phase.PROMOTING, ""));
        }
        boolean isReady = next.comparison().isReady();
        if (isReady && next.comparison().roundsAfter() < MOST_ROUNDS) {
            return next.with(rollout.phase(), disturbance(rollout));
        }
        String why = isReady ? withoutVerdict(next.comparison()) : "the comparison lacks windows before the change";
        return rollout.plan().change().isExploration()
                ? undone(next.with(Phase.ABORTING, why))
                : next.with(rollout.phase(), why);
    }

    /** Why a comparison with enough rounds has no verdict. A few errors are none, and delay a good one. */
    private static String withoutVerdict(CanaryComparison comparison) {
        return comparison.errors() > 0
                ? "the canary had errors that its peers did not have"
                : "the comparison shows no difference";
    }

    /** Orders the next rack, or the next node, after the nodes that were ordered have the change, and have no errors. */
    private Rollout promoted(Rollout rollout) {
        if (rollout.nodes().containsValue(NodeStep.APPLY_ORDERED)
                || rollout.nodes().containsValue(NodeStep.PERMANENT_ORDERED)) {
            return rollout.with(rollout.phase(), "");
        }
        List<String> waiting = nextRack(rollout);
        if (waiting.isEmpty()) {
            return complete(rollout);
        }
        Optional<String> errors = errors(rollout);
        if (errors.isPresent()) {
            return rollout.with(rollout.phase(), errors.get());
        }
        Rollout next = rollout;
        for (String node : rollout.plan().change().rewritesData() ? waiting.subList(0, 1) : waiting) {
            next = next.ordered(node);
        }
        return next.with(rollout.phase().isConfirmed() ? rollout.phase() : Phase.PROMOTING, "");
    }

    /** No node waits for its order: the change is confirmed, and becomes permanent if that is required and no node refuses it. */
    private Rollout complete(Rollout rollout) {
        boolean isAsked = rollout.request() == Request.MAKE_PERMANENT;
        if (isAsked && rollout.nodes().containsValue(NodeStep.NOT_PERMANENT)) {
            return rollout.notPermanent(remark(rollout));
        }
        Rollout next = isAsked ? permanent(rollout) : rollout.with(Phase.CONFIRMED, "");
        return next.with(next.phase(), remark(rollout));
    }

    /** What a node could not do for a confirmed change; empty if there is none. */
    private String remark(Rollout rollout) {
        return address(rollout, NodeStep.NOT_PERMANENT)
                .map(node -> "a node cannot make the change permanent; its log has the reason: " + node)
                .or(() -> address(rollout, NodeStep.FAILED).map(node -> "a node could not apply the change: " + node))
                .orElse("");
    }

    /** Why the next nodes wait: those that have the change had errors in their last window that the others lack. */
    private Optional<String> errors(Rollout rollout) {
        long changed = errors(rollout, true);
        long others = errors(rollout, false);
        return CanaryComparison.isExcess(changed, others)
                ? Optional.of("a changed node had " + changed + " errors in a window, the others at most " + others)
                : Optional.empty();
    }

    private long errors(Rollout rollout, boolean hasChange) {
        return rollout.nodes().entrySet().stream()
                .filter(node -> node.getValue().isInPlace() == hasChange)
                .flatMap(node -> Optional.ofNullable(view.members().get(node.getKey())).stream())
                .flatMap(member -> member.window().stream())
                .mapToLong(PeerWindow::errors)
                .max()
                .orElse(0);
    }

    /** Orders the first node to make the change permanent, then all others. */
    private static Rollout permanent(Rollout rollout) {
        Rollout next = rollout.makingPermanent();
        List<String> changed = rollout.nodes().keySet().stream()
                .filter(node -> rollout.nodes().get(node) == NodeStep.APPLIED)
                .toList();
        if (changed.isEmpty()) {
            return next.with(Phase.PERMANENT, "");
        }
        Optional<String> first = changed.stream().filter(rollout::isFirst).findFirst();
        for (String node : first.map(List::of).orElse(changed)) {
            next = next.with(node, NodeStep.PERMANENT_ORDERED);
        }
        return next;
    }

    /** The waiting nodes of the first rack that has some: the canary's rack, then the others by name. */
    private List<String> nextRack(Rollout rollout) {
        Map<String, List<String>> racks = new TreeMap<>();
        rollout.nodes().forEach((node, step) -> {
            if (step == NodeStep.WAITING) {
                racks.computeIfAbsent(view.members().get(node).rack(), rack -> new ArrayList<>())
                        .add(node);
            }
        });
        Member canary = view.members().get(rollout.plan().group().canary());
        List<String> first = canary == null ? null : racks.get(canary.rack());
        if (first != null) {
            return first;
        }
        return racks.isEmpty() ? List.of() : racks.values().iterator().next();
    }

    /**
     * Undoes the changes in reverse order, one node at a time. Nodes that failed to undo, and silent ones, come last, so that they do not
     * delay the others. A silent one that may rewrite data at present comes first, and the others wait. If the change rewrites data, those
     * that failed take turns; else they undo it together.
     */
    Rollout undone(Rollout rollout) {
        if (isUndoing(rollout)) {
            return rollout;
        }
        List<String> latestFirst = new ArrayList<>(rollout.order());
        Collections.reverse(latestFirst);
        List<String> due = latestFirst.stream()
                .filter(node -> mayHaveChange(rollout, node))
                .sorted(Comparator.comparingInt(node -> lateness(rollout, node)))
                .toList();
        if (due.isEmpty()) {
            boolean isOver = !rollout.nodes().containsValue(NodeStep.UNDO_ORDERED);
            return isOver ? rollout.with(Phase.ABORTED, rollout.reason()) : rollout;
        }
        String first = due.get(0);
        if (lateness(rollout, first) != FAILED) {
            return rollout.with(first, NodeStep.UNDO_ORDERED);
        }
        if (rollout.plan().change().rewritesData()) {
            return rollout.postponed(first).with(first, NodeStep.UNDO_ORDERED);
        }
        Rollout next = rollout;
        for (String node : due) {
            // together, because the first of them can fail again and again
            next = lateness(rollout, node) == FAILED ? next.with(node, NodeStep.UNDO_ORDERED) : next;
        }
        return next;
    }

    /** Whether the others wait for a node. A silent or unhealthy one delays them only if it may still rewrite data. */
    private boolean isUndoing(Rollout rollout) {
        return rollout.nodes().entrySet().stream()
                .filter(node -> node.getValue() == NodeStep.UNDO_ORDERED)
                .anyMatch(node -> rollout.plan().change().rewritesData() || isHealthy(node.getKey()));
    }

    private boolean isHealthy(String node) {
        return view.members().containsKey(node) && view.members().get(node).isHealthy();
    }

    /** A node that lost the change can still have permanent values, or other parts of the change. */
    private static boolean mayHaveChange(Rollout rollout, String node) {
        NodeStep step = rollout.nodes().getOrDefault(node, NodeStep.UNDONE);
        boolean mayHavePart = rollout.outlastsRestarts() || rollout.order().contains(node);
        return step.isChanged() || (mayHavePart && step == NodeStep.WAITING);
    }

    private int lateness(Rollout rollout, String node) {
        NodeStep step = rollout.nodes().get(node);
        boolean mayRewrite =
                step == NodeStep.APPLY_ORDERED && rollout.plan().change().rewritesData();
        if (!view.members().containsKey(node) && !mayRewrite) {
            return SILENT;
        }
        return step == NodeStep.FAILED ? FAILED : 0;
    }
}
