package io.rafiki.trainer.analysis;

import io.rafiki.decision.GuardrailConfig;
import io.rafiki.knob.Configuration;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model's recommendation at one workload.
 *
 * @param workload the workload
 * @param base configuration for comparison: the current one if it was given, otherwise the default
 * @param best configuration that the search found
 * @param ofDefault predicted throughput of the default configuration
 * @param ofBase predicted throughput of the base
 * @param ofBest predicted throughput of the best
 * @param objective metric that the best maximises, or minimises if it is a latency
 * @param gain gain of the best over the base in the objective: more throughput, or less latency
 * @param tails predictions of the modelled latencies
 * @param rate open-loop rate that the node must carry, in operations per second; 0 without such a limit
 * @param carrying throughput that counts as carrying the rate, for the lower bound; the rate or more
 * @param kappa deviations that count as possible error
 * @param outside why the base is outside of the training domain; empty if it is inside
 * @param broken the constraint that the base violates, so that the search must leave it; empty if there is none
 */
public record Recommendation(
        Workload workload,
        Configuration base,
        Configuration best,
        Prediction ofDefault,
        Prediction ofBase,
        Prediction ofBest,
        Metric objective,
        RelativeGain gain,
        List<TailLatency> tails,
        double rate,
        double carrying,
        double kappa,
        Optional<String> outside,
        Optional<String> broken) {

    public Recommendation {
        tails = List.copyOf(tails);
    }

    /**
     * Searches a model for the greatest throughput.
     *
     * @param current present values of the node, as a user writes them; empty for the default
     * @param fixed values of fixed knobs
     * @param limits upper limits of latencies, in the metrics' unit
     * @throws IllegalArgumentException with one line if a knob is unknown, a value is invalid, or the model lacks a latency
     * @throws IllegalStateException with one line if no configuration with the fixed knobs satisfies the constraints
     */
    public static Recommendation of(
            ModelBundle model,
            Workload workload,
            Map<String, String> current,
            Map<String, String> fixed,
            Map<Metric, Double> limits,
            double kappa,
            long seed) {
        return ModelSearch.of(model, workload, current, fixed, kappa, seed).best(Metric.THROUGHPUT, limits);
    }

    /** Whether the lower bound of the gain is above that which the agent requires by default, and the best satisfies all limits. */
    public boolean isBetter() {
        return gain.lowerBound(kappa) > GuardrailConfig.MIN_GAIN && isWithinLimits();
    }

    /** Whether to use the best: it is better, or the base must change. */
    public boolean isRecommended() {
        return isBetter() || changesByConstraint();
    }

    /** The recommended configuration: the best, or the base if the best is not reliably better and the base need not change. */
    public Configuration choice() {
        return isRecommended() ? best : base;
    }

    /** The predicted throughput of the recommended configuration. */
    public Prediction ofChoice() {
        return isRecommended() ? ofBest : ofBase;
    }

    /** The expected gain of the recommended configuration over the base; 0 for the base itself. */
    public double gainOfChoice() {
        return isRecommended() ? gain.mean() : 0;
    }

    /** Whether the best satisfies all limits; if not, no searched configuration does. */
    public boolean isWithinLimits() {
        return carriesRate() && tails.stream().allMatch(tail -> tail.isKeptByBest(kappa));
    }

    /** Whether the throughput of the best counts as carrying the open-loop rate. */
    public boolean carriesRate() {
        return carriesRate(ofBest);
    }

    /** Whether the base must change regardless of the gain: it violates a constraint, or a limit that the best satisfies. */
    public boolean changesByConstraint() {
        return isWithinLimits()
                && (broken.isPresent()
                        || !carriesRate(ofBase)
                        || !tails.stream().allMatch(tail -> tail.isKeptByBase(kappa)));
    }

    private boolean carriesRate(Prediction throughput) {
        return rate <= 0 || throughput.lowerBound(kappa) >= carrying;
    }
}
