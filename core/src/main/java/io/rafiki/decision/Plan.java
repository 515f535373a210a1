package io.rafiki.decision;

import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.decision.RewriteObstacle.PaybackTooLate;
import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A proposed configuration, and the predicted effect of the change.
 *
 * @param from the node's configuration when the plan was made
 * @param to the proposed configuration, in the same space
 * @param changes the knobs that differ, in the order of the space
 * @param workload workload of the prediction
 * @param group tables of the group that the plan is for; empty for a plan for the node
 * @param skipped names of knobs that cannot be tuned now; both configurations contain an assumed value of them
 * @param gain predicted relative gain in throughput, with its deviation over the ensemble's members
 * @param share share of the node's operations on the tables whose options change, 0 to 1; 1 if no option changes
 * @param rewrite cost and payback of the rewrite; empty if the plan rewrites no data
 * @param deferred the change that was left out because it rewrites data; empty if there is none
 */
public record Plan(
        Configuration from,
        Configuration to,
        List<Change> changes,
        List<String> group,
        Set<String> skipped,
        Workload workload,
        RelativeGain gain,
        double share,
        Optional<RewriteRepaid> rewrite,
        Optional<RewriteDeferred> deferred) {

    public Plan {
        changes = List.copyOf(changes);
        group = List.copyOf(group);
        skipped = Set.copyOf(skipped);
    }

    /** A plan without a rewrite, for a node whose knobs can all be tuned. */
    public Plan(Configuration from, Configuration to, List<Change> changes, Workload workload, RelativeGain gain) {
        this(from, to, changes, List.of(), Set.of(), workload, gain, 1, Optional.empty(), Optional.empty());
    }

    /** The tables whose options change. */
    public List<String> tables() {
        return changes.stream()
                .flatMap(change -> change.tables().stream())
                .distinct()
                .toList();
    }

    /** Whether one of the changes rewrites data. */
    public boolean rewritesData() {
        return changes.stream().anyMatch(Change::rewritesData);
    }

    /** The predicted benefit with its conditions. */
    public PredictedGain predicted() {
        return new PredictedGain(gain, rewrite, deferred);
    }

    /** The same plan with some of its changes. */
    public Plan with(List<Change> some) {
        return new Plan(from, to, some, group, skipped, workload, gain, share, rewrite, deferred);
    }

    /** The same plan with the cost of its rewrite. */
    public Plan rewriting(RewriteRepaid price) {
        return new Plan(from, to, changes, group, skipped, workload, gain, share, Optional.of(price), deferred);
    }

    /** The same plan with the reason why it leaves out another plan's rewrite. */
    public Plan without(Plan other, RewriteObstacle obstacle) {
        Change change = other.changes().stream()
                .filter(Change::rewritesData)
                .findFirst()
                .orElseThrow();
        return new Plan(
                from,
                to,
                changes,
                group,
                skipped,
                workload,
                gain,
                share,
                rewrite,
                Optional.of(new RewriteDeferred(change, obstacle)));
    }

    /** Whether the plan depends on the price of a rewrite that rests on the rate in rafiki.yaml. */
    public boolean isPriceAssumed() {
        return Stream.concat(
                        rewrite.map(RewriteRepaid::cost).stream(),
                        deferred.map(RewriteDeferred::obstacle).stream()
                                .filter(PaybackTooLate.class::isInstance)
                                .map(obstacle -> ((PaybackTooLate) obstacle).cost()))
                .anyMatch(cost -> cost.duration().basis() == Basis.ASSUMED && cost.bytes() > 0);
    }
}
