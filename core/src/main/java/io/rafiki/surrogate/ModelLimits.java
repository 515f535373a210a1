package io.rafiki.surrogate;

import java.util.Arrays;

/**
 * Upper limits of a model. They are checked before memory is allocated, because a model comes from a file, and an OutOfMemoryError ends
 * the node. Trained models are at least ten times smaller.
 */
public final class ModelLimits {

    /** Inputs, and neurons of one layer. */
    public static final int WIDTH = 1_024;

    /** Layers of one network, including inputs and output. */
    public static final int DEPTH = 10;

    /** Networks of one metric. */
    public static final int MEMBERS = 1_000;

    /** Weights of all networks of a model. */
    public static final long WEIGHTS = 1_000_000;

    /** Neurons of all networks of one metric. Each needs 512 bytes of scratch memory. */
    private static final long NEURONS = 32_768;

    private ModelLimits() {}

    /**
     * The number of weights and biases of a network.
     *
     * @throws IllegalArgumentException with one line if it is too deep, too wide or has too many weights
     */
    static int weights(int[] layers) {
        if (layers.length < 2 || layers[layers.length - 1] != 1) {
            throw new IllegalArgumentException(
                    "network: expected layers that end in one output, found " + text(layers));
        }
        if (layers.length > DEPTH || Arrays.stream(layers).anyMatch(width -> width < 1 || width > WIDTH)) {
            throw new IllegalArgumentException("network: expected at most " + DEPTH + " layers of 1 to " + WIDTH
                    + " neurons, found " + text(layers));
        }
        long count = 0;
        for (int l = 1; l < layers.length; l++) {
            count += Math.multiplyExact(layers[l - 1] + 1L, layers[l]);
        }
        requireWeights(count);
        return Math.toIntExact(count);
    }

    /**
     * Checks the number of weights of a model.
     *
     * @throws IllegalArgumentException with one line if there are too many
     */
    public static void requireWeights(long count) {
        if (count > WEIGHTS) {
            throw new IllegalArgumentException(
                    "networks: expected at most " + WEIGHTS + " weights in a model, found " + count);
        }
    }

    /**
     * Checks the number of inputs of a model.
     *
     * @throws IllegalArgumentException with one line if there are too many
     */
    public static void requireInputs(int count) {
        if (count > WIDTH) {
            throw new IllegalArgumentException("inputs: expected at most " + WIDTH + ", found " + count);
        }
    }

    /**
     * Checks the number of networks of a metric.
     *
     * @throws IllegalArgumentException with one line if there are too many
     */
    public static void requireMembers(int count) {
        if (count > MEMBERS) {
            throw new IllegalArgumentException("members: expected at most " + MEMBERS + " networks, found " + count);
        }
    }

    /**
     * Checks the number of neurons of a metric.
     *
     * @throws IllegalArgumentException with one line if there are too many
     */
    static void requireNeurons(int[][] networks) {
        long count = Arrays.stream(networks)
                .mapToLong(layers -> Arrays.stream(layers).skip(1).sum())
                .sum();
        if (count > NEURONS) {
            throw new IllegalArgumentException(
                    "networks: expected at most " + NEURONS + " neurons for one metric, found " + count);
        }
    }

    private static String text(int[] layers) {
        return layers.length > DEPTH ? layers.length + " layers" : Arrays.toString(layers);
    }
}
