package io.rafiki.learning;

import io.rafiki.knob.Configuration;
import io.rafiki.search.SearchSpace;
import io.rafiki.search.TrustRegion;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses a small change of which a model should learn the effect. Among the changes that presumably do no harm, it selects the one that may
 * gain most (Sui et al., Safe exploration for optimization with Gaussian processes, ICML 2015).
 *
 * <p>The present configuration is safe: it is the operator's, or a roll-out has confirmed it. A change moves one of its knobs, so that
 * effects can be told apart, within a trust region. The deviation of a gain has two parts: the disagreement of the model's members, and the
 * error that all members share, as far as measured effects leave it unknown. The deviation decides how far a knob moves: the lower confidence
 * bound of the gain limits the loss.
 */
public final class Exploration {

    /** Largest change of a knob, as a share of its range. */
    private static final double RADIUS = 0.15;

    /** Largest loss at the lower confidence bound. */
    private static final double LARGEST_LOSS = 0.1;

    /** A change is not measured again at workloads whose read ratios differ by less. */
    private static final double SAME_WORKLOAD = 0.1;

    private final LearnedModel learned;
    private final double kappa;
    private final double minGain;
    private final double radius;
    private final double largestLoss;
    private final List<Step> measured = new ArrayList<>();
    private final Discrepancy unknown;

    /**
     * @param learned the corrected model, confined to the caller's thread
     * @param domain its training domain
     * @param tolerance distance outside of the trained workloads at which a workload still counts as the nearest trained one
     * @param kappa deviations between the expected gain and its bounds
     * @param minGain smallest gain that is worth a change, as a share
     */
    public Exploration(LearnedModel learned, TrainingDomain domain, double tolerance, double kappa, double minGain) {
        this(learned, domain, tolerance, kappa, minGain, RADIUS, LARGEST_LOSS);
    }

    /** With other limits, for a comparison. */
    Exploration(
            LearnedModel learned,
            TrainingDomain domain,
            double tolerance,
            double kappa,
            double minGain,
            double radius,
            double largestLoss) {
        this.learned = learned;
        this.kappa = kappa;
        this.minGain = minGain;
        this.radius = radius;
        this.largestLoss = largestLoss;
        List<Double> variances = new ArrayList<>();
        for (MeasuredEffect effect : learned.effects()) {
            Step.of(effect, learned.surrogate().space(), domain, tolerance).ifPresent(step -> {
                measured.add(step);
                variances.add(effect.variance());
            });
        }
        // the variance of the shared error does not depend on the measured errors
        this.unknown = new Discrepancy(
                measured,
                new double[measured.size()],
                variances.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /**
     * The configuration to try.
     *
     * @param workload nearest trained workload
     * @param now present configuration, in the training domain
     * @param where values that the knobs may change to, and constraints
     * @return one knob differs from {@code now}; empty if every safe change is measured or hardly gains
     */
    public Optional<Configuration> next(Workload workload, Configuration now, SearchSpace where) {
        List<Choice> choices = new ArrayList<>();
        for (List<Configuration> farthestFirst : new TrustRegion(where, radius).directions(now)) {
            farthestFirst.stream()
                    .map(to -> new Step(workload, now, to))
                    .filter(step -> !isMeasured(step))
                    .map(step -> new Choice(step.to(), gain(step)))
                    .filter(choice -> choice.gain().lowerBound(kappa) >= -largestLoss)
                    .findFirst()
                    .filter(choice -> choice.gain().upperBound(kappa) >= minGain)
                    .ifPresent(choices::add);
        }
        return choices.stream()
                .max(Comparator.comparingDouble((Choice choice) -> choice.gain().upperBound(kappa))
                        .thenComparingDouble(choice -> choice.gain().deviation()))
                .map(Choice::to);
    }

    private record Choice(Configuration to, RelativeGain gain) {}

    /** The gain with the whole deviation. */
    RelativeGain gain(Step step) {
        RelativeGain gain = learned.surrogate().gain(step.workload(), step.from(), step.to());
        double shared = (1 + gain.mean()) * Math.sqrt(unknown.variance(step));
        return new RelativeGain(
                gain.mean(), Math.hypot(gain.deviation(), learned.reliability().widening() * shared));
    }

    /** Whether the knob has been moved in this direction from this value before. */
    private boolean isMeasured(Step step) {
        return measured.stream()
                .anyMatch(known -> known.workload().isNear(step.workload(), SAME_WORKLOAD) && isSame(known, step));
    }

    private static boolean isSame(Step known, Step step) {
        int knob = step.changed()[0];
        boolean isRise = step.from().code(knob) < step.to().code(knob);
        int[] changed = known.changed();
        return changed.length == 1
                && changed[0] == knob
                && known.from().code(knob) == step.from().code(knob)
                && isRise == (known.from().code(knob) < known.to().code(knob));
    }
}
