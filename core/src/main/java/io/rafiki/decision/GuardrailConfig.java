package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import java.time.Duration;
import java.util.Set;

/**
 * The configuration of the guardrails.
 *
 * @param minOperations minimum number of operations in a window
 * @param minGain minimum lower bound of the predicted gain, as a share (0.03 = 3 %)
 * @param kappa deviations below the mean in the lower bound
 * @param coolDown time after a change without another change or a verdict
 * @param change test for a changed workload
 * @param stationarity test for stationary throughput
 * @param rewriting limits for rewrites of data
 * @param strictProvenance whether a model from different hardware may only advise
 * @param allowedCosts allowed costs of a change
 * @param budget maximum number of changes
 * @param watch observation period of a change, and the regression threshold
 * @param health limits of background work
 * @param afterRestart time after a restart that undid changes, in which the tuner changes nothing by itself
 * @param externalChangeHold time for which a knob keeps a value that another client set
 * @param quietHours hours in which the tuner changes nothing by itself
 */
public record GuardrailConfig(
        long minOperations,
        double minGain,
        double kappa,
        Duration coolDown,
        ChangeTest change,
        StationarityTest stationarity,
        RewriteCostLimits rewriting,
        boolean strictProvenance,
        Set<ChangeCost> allowedCosts,
        Budget budget,
        RegressionLimits watch,
        HealthLimits health,
        Duration afterRestart,
        Duration externalChangeHold,
        QuietHours quietHours) {

    /** Default minimum of a predicted gain's lower bound. If no knob has an effect, a search rarely finds more. */
    public static final double MIN_GAIN = 0.03;

    public GuardrailConfig {
        allowedCosts = Set.copyOf(allowedCosts);
    }

    /** The same configuration without an observation period. */
    public GuardrailConfig withoutMonitoring() {
        return new GuardrailConfig(
                minOperations,
                minGain,
                kappa,
                coolDown,
                change,
                stationarity,
                rewriting,
                strictProvenance,
                allowedCosts,
                budget,
                new RegressionLimits(Duration.ZERO, watch.regressionThreshold()),
                health,
                afterRestart,
                externalChangeHold,
                quietHours);
    }
}
