package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Trains one network of an ensemble: first without one fold of the samples, for a held-out error, then on all samples from there.
 * Immutable and thread-safe.
 */
final class NetworkTrainer {

    private static final int RESTARTS = 3;

    /** Share of the epochs for the second training. Few new samples change the weights little. */
    private static final double EPOCHS_ON_ALL = 0.25;

    private final TrainingConfig recipe;
    private final List<NetworkVariant> kinds;
    private final int[] layers;
    private final double[][] inputs;
    private final double[] values;
    private final int[] folds;

    /**
     * @param inputs one array per input, over the samples
     * @param values values of the samples
     * @param folds fold of each sample; all 0 without folds
     */
    NetworkTrainer(TrainingConfig recipe, double[][] inputs, double[] values, int[] folds) {
        this.recipe = recipe;
        this.inputs = inputs;
        this.values = values;
        this.folds = folds;
        boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
        kinds = recipe.kinds().stream()
                .filter(kind -> positive || !kind.logarithmic())
                .toList();
        layers = IntStream.concat(
                        IntStream.concat(
                                IntStream.of(inputs.length),
                                recipe.hidden().stream().mapToInt(n -> n)),
                        IntStream.of(1))
                .toArray();
    }

    /** Trains one network. If it collapses, repeats with other starting weights; empty if every attempt collapses. */
    Optional<TrainedNetwork> train(int number) {
        NetworkVariant kind = kinds.get(number % kinds.size());
        OutputScaling target = OutputScaling.over(values, kind.logarithmic());
        Random random = new Random(recipe.seed() * 1_000_003 + number);
        int[] all = IntStream.range(0, values.length).toArray();
        if (recipe.folds() == 0) {
            return fresh(kind, target, all, random, recipe.epochs())
                    .map(fit -> new TrainedNetwork(network(fit), kind, target, fit, unknown()));
        }
        int fold = number % recipe.folds();
        int[] seen = Arrays.stream(all).filter(s -> folds[s] != fold).toArray();
        int[] unseen = Arrays.stream(all).filter(s -> folds[s] == fold).toArray();
        return fresh(kind, target, seen, random, recipe.epochs()).map(before -> {
            TrainingResult after =
                    trainer(kind, target, all).trainOn(before, (int) Math.ceil(EPOCHS_ON_ALL * recipe.epochs()));
            return new TrainedNetwork(network(after), kind, target, after, heldOut(before, target, unseen));
        });
    }

    private double[] heldOut(TrainingResult before, OutputScaling target, int[] unseen) {
        double[] outputs = new double[unseen.length];
        new TanhModel(layers, select(unseen)).outputs(before.weights(), outputs);
        double[] heldOut = unknown();
        for (int s = 0; s < unseen.length; s++) {
            heldOut[unseen[s]] = target.value(outputs[s]);
        }
        return heldOut;
    }

    private double[] unknown() {
        double[] none = new double[values.length];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    private Optional<TrainingResult> fresh(
            NetworkVariant kind, OutputScaling target, int[] samples, Random random, int epochs) {
        LevenbergMarquardt trainer = trainer(kind, target, samples);
        for (int attempt = 0; attempt <= RESTARTS; attempt++) {
            TrainingResult fit = trainer.train(NguyenWidrow.weights(layers, random), epochs);
            if (!fit.isCollapsed()) {
                return Optional.of(fit);
            }
        }
        return Optional.empty();
    }

    private LevenbergMarquardt trainer(NetworkVariant kind, OutputScaling target, int[] samples) {
        double[] scaled = Arrays.stream(samples)
                .mapToDouble(s -> target.scaled(values[s]))
                .toArray();
        return new LevenbergMarquardt(
                new TanhModel(layers, select(samples)),
                scaled,
                kind.priors(layers).groups(),
                kind.noise());
    }

    private double[][] select(int[] samples) {
        return Arrays.stream(inputs)
                .map(input -> Arrays.stream(samples).mapToDouble(s -> input[s]).toArray())
                .toArray(double[][]::new);
    }

    private Network network(TrainingResult fit) {
        return new Network(layers, fit.weights());
    }
}
