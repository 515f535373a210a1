package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A feed-forward network on a fixed set of inputs: tanh in the hidden layers, one linear output, weights in DL4J's order.
 *
 * <p>Each neuron has one array over all samples, so that inner loops run over samples. Holds scratch space; not thread-safe.
 */
final class TanhModel implements DifferentiableModel {

    private final int[] layers;
    private final int samples;
    /** Layer, neuron, sample; layer 0 holds the inputs. */
    private final double[][][] activations;

    private final double[][][] sensitivities;
    private final double[] ones;
    private final double[] scales;

    /**
     * @param layers widths from the input layer to the output layer, which has width 1
     * @param inputs one array per input, over the samples
     */
    TanhModel(int[] layers, double[][] inputs) {
        this(layers, inputs, ones(inputs[0].length));
    }

    /** @param scales factor of each sample's output */
    TanhModel(int[] layers, double[][] inputs, double[] scales) {
        this.scales = scales;
        this.layers = layers.clone();
        samples = inputs[0].length;
        ones = ones(samples);
        activations = new double[layers.length][][];
        sensitivities = new double[layers.length][][];
        activations[0] = inputs;
        for (int l = 1; l < layers.length; l++) {
            activations[l] = new double[layers[l]][samples];
            sensitivities[l] = new double[layers[l]][samples];
        }
    }

    @Override
    public int parameters() {
        return Network.parameters(layers);
    }

    @Override
    public int samples() {
        return samples;
    }

    @Override
    public void outputs(double[] weights, double[] outputs) {
        int at = 0;
        for (int l = 1; l < layers.length; l++) {
            double[][] below = activations[l - 1];
            int biases = at + layers[l - 1] * layers[l];
            for (int j = 0; j < layers[l]; j++) {
                double[] here = activations[l][j];
                Arrays.fill(here, weights[biases + j]);
                for (int i = 0; i < below.length; i++) {
                    add(weights[at + j * below.length + i], below[i], here);
                }
                if (l < layers.length - 1) {
                    Tanh.replace(here);
                }
            }
            at = biases + layers[l];
        }
        multiply(scales, activations[layers.length - 1][0], outputs);
    }

    /** {@inheritDoc} Backpropagation from the output, whose sensitivity is its scale. */
    @Override
    public void jacobian(double[] weights, double[][] jacobian) {
        System.arraycopy(scales, 0, sensitivities[layers.length - 1][0], 0, samples);
        int end = weights.length;
        for (int l = layers.length - 1; l >= 1; l--) {
            int width = layers[l - 1];
            int from = end - layers[l] * (width + 1);
            int biases = from + width * layers[l];
            for (int j = 0; j < layers[l]; j++) {
                double[] sensitivity = sensitivities[l][j];
                for (int i = 0; i < width; i++) {
                    multiply(sensitivity, activations[l - 1][i], jacobian[from + j * width + i]);
                }
                System.arraycopy(sensitivity, 0, jacobian[biases + j], 0, samples);
            }
            if (l > 1) {
                backpropagate(weights, from, l);
            }
            end = from;
        }
    }

    @Override
    public List<LayerGradient> layers() {
        List<LayerGradient> all = new ArrayList<>();
        int from = 0;
        for (int l = 1; l < layers.length; l++) {
            int width = layers[l - 1];
            int biases = from + width * layers[l];
            int[][] weights = new int[width + 1][layers[l]];
            for (int j = 0; j < layers[l]; j++) {
                for (int i = 0; i < width; i++) {
                    weights[i][j] = from + j * width + i;
                }
                weights[width][j] = biases + j;
            }
            double[][] inputs = Arrays.copyOf(activations[l - 1], width + 1);
            inputs[width] = ones;
            all.add(new LayerGradient(weights, inputs, sensitivities[l]));
            from = biases + layers[l];
        }
        return all;
    }

    private void backpropagate(double[] weights, int from, int l) {
        int width = layers[l - 1];
        for (int i = 0; i < width; i++) {
            double[] below = sensitivities[l - 1][i];
            Arrays.fill(below, 0);
            for (int j = 0; j < layers[l]; j++) {
                add(weights[from + j * width + i], sensitivities[l][j], below);
            }
            slope(activations[l - 1][i], below);
        }
    }

    private static double[] ones(int samples) {
        double[] ones = new double[samples];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static void add(double weight, double[] from, double[] to) {
        for (int s = 0; s < to.length; s++) {
            to[s] += weight * from[s];
        }
    }

    private static void multiply(double[] a, double[] b, double[] to) {
        for (int s = 0; s < to.length; s++) {
            to[s] = a[s] * b[s];
        }
    }

    /** Multiplies by the derivative of tanh, 1 - tanh². */
    private static void slope(double[] tanh, double[] to) {
        for (int s = 0; s < to.length; s++) {
            to[s] *= 1 - tanh[s] * tanh[s];
        }
    }
}
