package io.rafiki.trainer.train;

import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Trains one network of an ensemble. Each network omits one fold of the samples, and weighs the others at random (Bayesian bootstrap,
 * Rubin 1981). Immutable and thread-safe.
 */
final class NetworkTrainer {

    private static final int RESTARTS = 3;

    private final TrainingConfig recipe;
    private final List<NetworkVariant> kinds;
    private final int[] layers;
    private final double[][] inputs;
    private final double[] values;
    private final RelativeErrors errors;
    private final int usedFolds;
    private final int[] folds;

    NetworkTrainer(TrainingConfig recipe, TrainingData data, FeatureEncoder encoding) {
        this.recipe = recipe;
        inputs = data.inputs(encoding);
        values = data.values();
        errors = new RelativeErrors(values);
        usedFolds = Math.max(1, Folds.count(data, recipe.usedFolds()));
        folds = Folds.of(data, recipe.usedFolds(), recipe.seed());
        boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
        kinds = recipe.kinds().stream()
                .filter(kind -> positive || !kind.logarithmic())
                .toList();
        layers = recipe.layers(inputs.length);
    }

    /**
     * Trains one network. Networks that omit the same fold have different variants, so that all variants predict held-out samples. A
     * network that collapses is repeated with other starting weights.
     *
     * @return empty if every attempt collapses
     */
    Optional<TrainedNetwork> train(int number) {
        int fold = number % usedFolds;
        NetworkVariant kind = kinds.get((fold + number / usedFolds) % kinds.size());
        OutputScaling target = OutputScaling.over(values, kind.logarithmic());
        Random random = new Random(recipe.seed() * 1_000_003 + number);
        int[] learned = samples(s -> folds[s] != fold);
        int[] heldOut = samples(s -> folds[s] == fold);
        LevenbergMarquardt trainer = trainer(kind, target, learned, importance(learned.length, random));
        for (int attempt = 0; attempt <= RESTARTS; attempt++) {
            TrainingResult fit = trainer.train(NguyenWidrow.weights(layers, random), recipe.epochs());
            if (!fit.isCollapsed()) {
                double[] unseen = predictions(fit, target, heldOut);
                double error = errors.mean(heldOut.length == 0 ? predictions(fit, target, learned) : unseen);
                return Optional.of(
                        new TrainedNetwork(new Network(layers, fit.weights()), kind, target, fit, unseen, error));
            }
        }
        return Optional.empty();
    }

    private int[] samples(IntPredicate some) {
        return IntStream.range(0, values.length).filter(some).toArray();
    }

    /** Exponential weights with mean 1, so that the spread of the networks contains the noise of the samples; 1 without folds. */
    private double[] importance(int samples, Random random) {
        double[] weights = new double[samples];
        Arrays.setAll(weights, s -> recipe.usedFolds() == 0 ? 1 : -Math.log(1 - random.nextDouble()));
        double mean = Arrays.stream(weights).average().orElse(1);
        return Arrays.stream(weights).map(weight -> weight / mean).toArray();
    }

    /** Predictions for some samples, in their unit; NaN for the others. */
    private double[] predictions(TrainingResult fit, OutputScaling target, int[] samples) {
        double[] outputs = new double[samples.length];
        new TanhModel(layers, select(samples)).outputs(fit.weights(), outputs);
        double[] predictions = new double[values.length];
        Arrays.fill(predictions, Double.NaN);
        for (int s = 0; s < samples.length; s++) {
            predictions[samples[s]] = target.value(outputs[s]);
        }
        return predictions;
    }

    private LevenbergMarquardt trainer(NetworkVariant kind, OutputScaling target, int[] samples, double[] importance) {
        double[] scales = Arrays.stream(importance).map(Math::sqrt).toArray();
        double[] scaled = IntStream.range(0, samples.length)
                .mapToDouble(i -> scales[i] * target.scaled(values[samples[i]]))
                .toArray();
        return new LevenbergMarquardt(
                new TanhModel(layers, select(samples), scales),
                scaled,
                kind.priors(layers).groups(),
                kind.noise());
    }

    private double[][] select(int[] samples) {
        return Arrays.stream(inputs)
                .map(input -> Arrays.stream(samples).mapToDouble(s -> input[s]).toArray())
                .toArray(double[][]::new);
    }
}
