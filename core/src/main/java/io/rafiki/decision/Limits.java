package io.rafiki.decision;

import io.rafiki.knob.Cost;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Steadiness;
import java.time.Duration;
import java.util.Set;

/**
 * What the guards hold to.
 *
 * @param minOperations least operations in a window
 * @param minGain least lower bound of the predicted gain, as a share (0.03 = 3 %)
 * @param kappa deviations below the mean that make the lower bound
 * @param coolDown time without a change after a change, in which it settles and nothing is judged
 * @param change tells a changed workload from noise
 * @param steadiness tells a node at its pace from one that still looks for it
 * @param rewriting what rewriting data must come up to
 * @param strictProvenance whether a model from another kind of node may only advise
 * @param costs kinds of change that may be made
 * @param budget how often the node may be changed
 * @param watch how long a change is watched, and what is taken for a loss
 * @param health how much the node may have to do beside serving clients
 * @param yielding time for which a knob stays where somebody else has put it
 */
public record Limits(
        long minOperations,
        double minGain,
        double kappa,
        Duration coolDown,
        ChangeTest change,
        Steadiness steadiness,
        RewriteLimits rewriting,
        boolean strictProvenance,
        Set<Cost> costs,
        Budget budget,
        WatchLimits watch,
        HealthLimits health,
        Duration yielding) {

    public Limits {
        costs = Set.copyOf(costs);
    }

    /** The same, with changes that are not watched. */
    public Limits unwatched() {
        return new Limits(
                minOperations,
                minGain,
                kappa,
                coolDown,
                change,
                steadiness,
                rewriting,
                strictProvenance,
                costs,
                budget,
                new WatchLimits(Duration.ZERO, watch.maxLoss()),
                health,
                yielding);
    }
}
