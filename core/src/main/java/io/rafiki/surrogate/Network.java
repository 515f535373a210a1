package io.rafiki.surrogate;

import java.util.Arrays;

/**
 * A feed-forward network: tanh in the hidden layers, a linear output, and its weights as one array.
 *
 * <p>The order of the weights is DL4J's: layer by layer, first the weights of each neuron in turn (as many as the layer has
 * inputs), then the layer's biases. Immutable.
 */
public final class Network {

    /** Sums of greater weights would exceed the precision of {@link VectorMath}. */
    private static final double LARGEST = 1e12;

    private final int[] layers;
    private final double[] parameters;

    /**
     * @param layers widths from the input layer to the output layer, which has width 1
     * @param parameters in DL4J's order; copied
     * @throws IllegalArgumentException if the layers exceed {@link ModelLimits}, the number of weights does not fit them, or a weight is
     *     not finite or too large
     */
    public Network(int[] layers, double[] parameters) {
        if (parameters.length != parameters(layers)) {
            throw new IllegalArgumentException("network: expected " + parameters(layers) + " weights for layers "
                    + Arrays.toString(layers) + ", found " + parameters.length);
        }
        for (int i = 0; i < parameters.length; i++) {
            // NaN is not below the limit
            if (!(Math.abs(parameters[i]) <= LARGEST)) {
                throw new IllegalArgumentException(
                        "network: expected finite weights up to 1e12, found " + parameters[i] + " as weight " + i);
            }
        }
        this.layers = layers.clone();
        this.parameters = parameters.clone();
    }

    /**
     * The number of weights and biases of a network with these layers.
     *
     * @throws IllegalArgumentException with one line if the layers exceed {@link ModelLimits}
     */
    public static int parameters(int[] layers) {
        return ModelLimits.weights(layers);
    }

    /** Widths from the input layer to the output layer; a copy. */
    public int[] layers() {
        return layers.clone();
    }

    /** Weights and biases in DL4J's order; a copy. */
    public double[] parameters() {
        return parameters.clone();
    }

    int inputs() {
        return layers[0];
    }
}
