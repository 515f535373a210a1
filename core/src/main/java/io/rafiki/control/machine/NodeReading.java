package io.rafiki.control.machine;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.AwaitsWindow;
import io.rafiki.control.reason.Activity.NotTuned;
import io.rafiki.control.rewrite.CompactionAction;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.NodeCondition;
import io.rafiki.decision.RewriteAbort;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.reason.Reason;
import java.util.List;
import java.util.Optional;

/**
 * The last readings of the node.
 *
 * @param unhealthy conditions that forbid a change
 * @param nodes nodes of the cluster; 0 if unknown
 * @param knobs every knob that can be read live
 * @param skips knobs and tables that cannot be tuned
 * @param tunableAgain whether a knob can be tuned that the last decision skipped, or a group of tables has another workload
 * @param rewriting progress of a rewrite of data; empty if there is none
 * @param abort why the rewrite of data must stop; empty if it may continue
 * @param throttled control of the limit of compactions during a rewrite; empty if there is none
 * @param action temporary action on the compactions that is due; empty if none is
 * @param trialAwaited whether a trial compaction runs, or must wait for a JVM that still compiles
 * @param awaited progress of the running window
 */
public record NodeReading(
        List<NodeCondition> unhealthy,
        int nodes,
        List<KnobState> knobs,
        List<NotTuned> skips,
        boolean tunableAgain,
        Optional<Activity> rewriting,
        Optional<AbortedRewrite> abort,
        Optional<Activity> throttled,
        Optional<CompactionAction> action,
        boolean trialAwaited,
        AwaitsWindow awaited) {

    /**
     * A rewrite that must stop.
     *
     * @param decision of the change
     */
    public record AbortedRewrite(String decision, RewriteAbort cause) {}

    public NodeReading {
        unhealthy = List.copyOf(unhealthy);
        knobs = List.copyOf(knobs);
        skips = List.copyOf(skips);
    }

    /** Why the node cannot be changed now. */
    Optional<Reason> changeObstacle() {
        return unhealthy.isEmpty() ? Optional.empty() : Optional.of(new NodeUnhealthy(unhealthy));
    }

    /**
     * Why the node cannot undo a rewrite of data now. A condition that the rewrite can have caused is no obstacle.
     *
     * @param rewrite why it cannot rewrite data
     */
    Optional<Reason> undoObstacle(Optional<RewriteObstacle> rewrite) {
        List<NodeCondition> others = unhealthy.stream()
                .filter(condition -> !condition.canFollowFromChange())
                .toList();
        return others.isEmpty() ? rewrite.map(Reason.class::cast) : Optional.of(new NodeUnhealthy(others));
    }
}
