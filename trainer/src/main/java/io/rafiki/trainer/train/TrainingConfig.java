package io.rafiki.trainer.train;

import io.rafiki.surrogate.Aggregation;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.ModelLimits;
import io.rafiki.surrogate.Network;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The training configuration of an ensemble.
 *
 * @param name name of the configuration
 * @param kinds network variants, used in turn
 * @param networks number of trained networks
 * @param hidden widths of the hidden layers
 * @param epochs maximum number of steps per network
 * @param folds greatest number of folds; each network omits one and weighs the other samples at random; 0: all learn all samples alike
 * @param kept share of networks that is kept, by held-out error, or by training error without folds
 * @param combine aggregation of the kept networks' predictions
 * @param seed seed of starting weights, folds and weights of samples
 * @param threads number of parallel training threads; the result does not depend on it
 */
public record TrainingConfig(
        String name,
        List<NetworkVariant> kinds,
        int networks,
        List<Integer> hidden,
        int epochs,
        int folds,
        double kept,
        Aggregation combine,
        long seed,
        int threads) {

    /** The networks that omit a sample: their variance needs two. */
    private static final int FEWEST_WITHOUT_A_SAMPLE = 2;

    private static final List<Integer> HIDDEN = List.of(14, 4);

    /**
     * Four network variants with two hidden layers, 14 and 4; 30 networks, each without one of ten folds. All that find an effect are
     * kept, because the better ones agree too much: their spread would be less than their error. Seed 1, one thread.
     */
    public static final TrainingConfig DEFAULT = new TrainingConfig(
            "default",
            List.of(
                    new NetworkVariant(true, false, NoisePrior.LOW),
                    new NetworkVariant(true, true, NoisePrior.LOW),
                    new NetworkVariant(false, false, NoisePrior.USUAL),
                    new NetworkVariant(false, true, NoisePrior.USUAL)),
            30,
            HIDDEN,
            100,
            10,
            1,
            Aggregation.MEDIAN,
            1,
            1);

    /**
     * The paper's configuration: 20 networks with two hidden layers, 14 and 4, trained for 200 epochs or until convergence, with one
     * prior for all weights. The 30 % with the greatest training error are discarded; the mean of the others is the prediction (Rafiki
     * §3.6.2).
     */
    public static final TrainingConfig PAPER = new TrainingConfig(
            "paper",
            List.of(new NetworkVariant(false, false, NoisePrior.NONE)),
            20,
            HIDDEN,
            200,
            0,
            0.7,
            Aggregation.MEAN,
            1,
            1);

    /** @throws IllegalArgumentException if a number is out of range */
    public TrainingConfig {
        kinds = List.copyOf(kinds);
        hidden = List.copyOf(hidden);
        expect("networks", networks >= 1 && networks <= 1000, "1..1000", networks);
        expect("epochs", epochs >= 1, "at least 1", epochs);
        expect("folds", folds == 0 || folds >= 2, "0 or at least 2", folds);
        expect("kept", kept > 0 && kept <= 1, "a share above 0 up to 1", kept);
        expect("threads", threads >= 1, "at least 1", threads);
        expect("hidden", hidden.stream().allMatch(n -> n >= 1 && n <= 1000), "widths", hidden);
    }

    /**
     * The training configuration of that name.
     *
     * @throws IllegalArgumentException with one line if it is unknown
     */
    public static TrainingConfig named(String name) {
        return switch (name) {
            case "default" -> DEFAULT;
            case "paper" -> PAPER;
            default ->
                throw new IllegalArgumentException(
                        "--recipe: expected default or paper, found " + name + ". Correct it.");
        };
    }

    /** A copy with other numbers of networks and threads and another seed. */
    public TrainingConfig with(int otherNetworks, int otherThreads, long otherSeed) {
        return new TrainingConfig(
                name, kinds, otherNetworks, hidden, epochs, folds, kept, combine, otherSeed, otherThreads);
    }

    /** A copy with another number of threads and another seed. */
    public TrainingConfig with(int otherThreads, long otherSeed) {
        return with(networks, otherThreads, otherSeed);
    }

    /** A copy with other layers and another number of steps. */
    public TrainingConfig with(List<Integer> otherHidden, int otherEpochs) {
        return new TrainingConfig(name, kinds, networks, otherHidden, otherEpochs, folds, kept, combine, seed, threads);
    }

    /**
     * The configuration for a metric. Networks learn the logarithm of a latency, if the configuration has such variants: a tail spans more
     * than a decade, and no prediction of it is negative then.
     */
    public TrainingConfig forMetric(Metric metric) {
        List<NetworkVariant> logarithmic =
                kinds.stream().filter(NetworkVariant::logarithmic).toList();
        return metric.isLatency() && !logarithmic.isEmpty() ? withKinds(logarithmic) : this;
    }

    /** A copy whose networks all have the same noise prior, 5 % of the target's range, for comparisons. */
    public TrainingConfig withOneNoisePrior() {
        return withKinds(kinds.stream().map(kind -> kind.with(NoisePrior.USUAL)).toList());
    }

    private TrainingConfig withKinds(List<NetworkVariant> others) {
        return new TrainingConfig(name, others, networks, hidden, epochs, folds, kept, combine, seed, threads);
    }

    /**
     * The number of folds for this number of networks, so that at least two networks omit each sample; 0 if all networks learn all
     * samples.
     */
    int usedFolds() {
        int most = Math.min(folds, networks / FEWEST_WITHOUT_A_SAMPLE);
        return most < 2 ? 0 : most;
    }

    /** The number of kept networks. */
    int toKeep() {
        return Math.max(1, (int) Math.round(kept * networks));
    }

    /** The width of each layer: inputs, hidden layers, one output. */
    int[] layers(int inputs) {
        int[] layers = new int[hidden.size() + 2];
        layers[0] = inputs;
        for (int l = 0; l < hidden.size(); l++) {
            layers[l + 1] = hidden.get(l);
        }
        layers[hidden.size() + 1] = 1;
        return layers;
    }

    /**
     * Checks before the training that its networks fit into one model.
     *
     * @param inputs number of inputs of each network
     * @param metrics number of metrics, each with as many networks
     * @throws IllegalArgumentException with one line that names the greatest {@code --nets}, if they have too many weights
     */
    public void requireModelSize(int inputs, int metrics) {
        long weights = (long) metrics * Network.parameters(layers(inputs));
        int most = networks;
        while (most > 1 && weights * with(most, threads, seed).toKeep() > ModelLimits.WEIGHTS) {
            most--;
        }
        if (most < networks) {
            throw new IllegalArgumentException("--nets: expected at most " + most + " (metrics: " + metrics
                    + ", inputs: " + inputs + "), found " + networks + ". Correct it.");
        }
    }

    /** Everything except seed and threads, in one line. */
    public String describe() {
        return describe(usedFolds());
    }

    /** The same with the number of folds of a training. */
    String describe(int trainingFolds) {
        return String.format(
                Locale.ROOT,
                "%s: %d networks %s, %d epochs at most, %s; %s, combined by their %s",
                name,
                networks,
                hidden,
                epochs,
                kinds.stream().map(NetworkVariant::toString).collect(Collectors.joining(", ")),
                trainingFolds == 0
                        ? String.format(Locale.ROOT, "%.0f %% kept by training error", 100 * kept)
                        : "each with random weights of the samples and without one of " + trainingFolds + " folds",
                combine.name().toLowerCase(Locale.ROOT));
    }

    private static void expect(String name, boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException(name + ": expected " + expected + ", found " + found);
        }
    }
}
