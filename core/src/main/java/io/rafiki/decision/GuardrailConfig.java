package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import java.time.Duration;
import java.util.Set;

/**
 * The guardrails.
 *
 * @param minOperations least operations in a window
 * @param minGain least lower bound of the predicted gain, as a share (0.03 = 3 %)
 * @param kappa deviations below the mean that make the lower bound
 * @param coolDown time without a change after a change, in which it settles and nothing is judged
 * @param change tells a changed workload from noise
 * @param steadiness tells a node at its pace from one that still looks for it
 * @param rewriting what rewriting data must come up to
 * @param strictProvenance whether a model from another kind of node may only advise
 * @param allowedCosts costs that a change may have
 * @param budget how often the node may be changed
 * @param watch how long a change is watched, and what is taken for a loss
 * @param health how much the node may have to do beside serving clients
 * @param externalChangeHold time for which a knob keeps a value that another client set
 */
public record GuardrailConfig(
        long minOperations,
        double minGain,
        double kappa,
        Duration coolDown,
        ChangeTest change,
        StationarityTest steadiness,
        RewriteCostLimits rewriting,
        boolean strictProvenance,
        Set<ChangeCost> allowedCosts,
        Budget budget,
        RegressionLimits watch,
        HealthLimits health,
        Duration externalChangeHold) {

    public GuardrailConfig {
        allowedCosts = Set.copyOf(allowedCosts);
    }

    /** The same, with changes that are not watched. */
    public GuardrailConfig withoutMonitoring() {
        return new GuardrailConfig(
                minOperations,
                minGain,
                kappa,
                coolDown,
                change,
                steadiness,
                rewriting,
                strictProvenance,
                allowedCosts,
                budget,
                new RegressionLimits(Duration.ZERO, watch.regressionThreshold()),
                health,
                externalChangeHold);
    }
}
