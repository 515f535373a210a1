package io.rafiki.learning;

import io.rafiki.surrogate.MemberPredictions;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A model and what measured effects of changes taught about it. Members that predicted the effects have greater weights. An error that all
 * members share is corrected near the measured changes.
 *
 * @param surrogate the corrected model, confined to one thread; the model itself without effects
 * @param effects the measured effects, in chronological order
 */
public record LearnedModel(Surrogate surrogate, List<MeasuredEffect> effects, Reliability reliability) {

    public LearnedModel {
        effects = List.copyOf(effects);
    }

    /** The model before its first measured effect. */
    public static LearnedModel of(Surrogate model) {
        return new LearnedModel(model, List.of(), Reliability.UNTESTED);
    }

    /**
     * The model after some effects. Effects of changes that the model cannot predict teach nothing, nor do those outside its training
     * domain.
     *
     * @param model is not used after the call
     * @param tolerance distance outside of the trained workloads at which a workload still counts as the nearest trained one
     */
    public static LearnedModel of(
            Surrogate model, TrainingDomain domain, double tolerance, List<MeasuredEffect> effects) {
        Surrogate own = model.copy();
        List<Predicted> known = effects.stream()
                .flatMap(effect -> Predicted.of(own, domain, tolerance, effect).stream())
                .toList();
        if (known.isEmpty()) {
            return new LearnedModel(own, effects, Reliability.UNTESTED);
        }
        List<Double> standardised = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            Fit before = Fit.of(known.subList(0, i));
            double error = known.get(i).effect() - before.gain(known.get(i));
            errors.add(error);
            standardised.add(error / before.deviation(known.get(i)));
        }
        Reliability reliability = Reliability.of(standardised, errors);
        Fit fit = Fit.of(known);
        return new LearnedModel(
                new CorrectedSurrogate(own, fit.weights(), fit.discrepancy(), reliability.widening()),
                effects,
                reliability);
    }

    /** An independent instance for another thread. */
    public LearnedModel copy() {
        return new LearnedModel(surrogate.copy(), effects, reliability);
    }

    /**
     * A measured effect and its predictions by the uncorrected model, as logarithms.
     *
     * @param variance of the measurement
     * @param gain predicted by the model
     * @param deviation of that gain
     * @param members gain that each member predicts
     */
    private record Predicted(
            Step step, double effect, double variance, double gain, double deviation, List<Double> members) {

        static Optional<Predicted> of(Surrogate model, TrainingDomain domain, double tolerance, MeasuredEffect effect) {
            return Step.of(effect, model.space(), domain, tolerance)
                    .map(step -> of(model, step, effect))
                    .filter(predicted -> Double.isFinite(predicted.gain()) && Double.isFinite(predicted.deviation()));
        }

        private static Predicted of(Surrogate model, Step step, MeasuredEffect effect) {
            RelativeGain gain = model.gain(step.workload(), step.from(), step.to());
            MemberPredictions from = model.memberPredictions(step.workload(), step.from());
            MemberPredictions to = model.memberPredictions(step.workload(), step.to());
            List<Double> members = new ArrayList<>();
            for (int m = 0; m < from.members().size(); m++) {
                members.add(CorrectedSurrogate.logarithm(to.members().get(m))
                        - CorrectedSurrogate.logarithm(from.members().get(m)));
            }
            return new Predicted(
                    step,
                    effect.effect(),
                    effect.variance(),
                    Math.log1p(gain.mean()),
                    gain.deviation() / (1 + gain.mean()),
                    members);
        }
    }

    /**
     * What some effects teach.
     *
     * @param weights of the members; empty for equal ones
     */
    private record Fit(List<Double> weights, Discrepancy discrepancy) {

        static Fit of(List<Predicted> known) {
            if (known.isEmpty()) {
                return new Fit(List.of(), Discrepancy.NONE);
            }
            int members = known.get(0).members().size();
            double[][] gains = new double[members][known.size()];
            double[] effects = new double[known.size()];
            double[] variances = new double[known.size()];
            for (int e = 0; e < effects.length; e++) {
                for (int m = 0; m < members; m++) {
                    gains[m][e] = known.get(e).members().get(m);
                }
                effects[e] = known.get(e).effect();
                variances[e] = known.get(e).variance();
            }
            List<Double> weights = new ArrayList<>();
            for (double weight : MemberWeights.of(gains, effects, variances)) {
                weights.add(weight);
            }
            Fit weighted = new Fit(weights, Discrepancy.NONE);
            double[] errors = known.stream()
                    .mapToDouble(predicted -> predicted.effect() - weighted.gain(predicted))
                    .toArray();
            return new Fit(
                    weights, new Discrepancy(known.stream().map(Predicted::step).toList(), errors, variances));
        }

        double gain(Predicted predicted) {
            double gain = predicted.gain() + discrepancy.error(predicted.step());
            for (int m = 0; m < weights.size(); m++) {
                gain += (weights.get(m) - 1.0 / weights.size())
                        * predicted.members().get(m);
            }
            return gain;
        }

        double deviation(Predicted predicted) {
            return Math.sqrt(predicted.variance()
                    + predicted.deviation() * predicted.deviation()
                    + discrepancy.variance(predicted.step()));
        }
    }
}
