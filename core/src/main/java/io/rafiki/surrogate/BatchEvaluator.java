package io.rafiki.surrogate;

import java.util.Arrays;

/**
 * Evaluates one network on a block of rows, structure of arrays: every loop runs over the rows of the block, one neuron at a
 * time, in the short straight form that HotSpot turns into vector instructions (longer loop bodies it leaves scalar).
 *
 * <p>One kernel serves all networks of the same shape. It keeps its scratch space, so it allocates nothing and is confined to
 * one thread.
 */
final class BatchEvaluator {

    /** Rows in a block: eight registers of eight doubles; the activations of a layer stay in the first-level cache. */
    static final int BLOCK = 64;

    private static final int TERMS = 7;

    private final int[] layers;
    private final double[][][] activations;
    private final VectorMath functions = new VectorMath();

    /** @param layers widths from the input layer to the output layer */
    BatchEvaluator(int[] layers) {
        this.layers = layers.clone();
        activations = new double[layers.length - 1][][];
        for (int l = 1; l < layers.length; l++) {
            activations[l - 1] = new double[layers[l]][BLOCK];
        }
    }

    /**
     * The outputs of a network, valid until the next call.
     *
     * @param weights of the network, in DL4J's order
     * @param inputs one block per input
     */
    double[] run(double[] weights, double[][] inputs) {
        double[][] below = inputs;
        int at = 0;
        int last = layers.length - 2;
        for (int l = 0; l <= last; l++) {
            int width = layers[l];
            int neurons = layers[l + 1];
            double[][] here = activations[l];
            int biases = at + width * neurons;
            for (int j = 0; j < neurons; j++) {
                double[] sum = here[j];
                Arrays.fill(sum, weights[biases + j]);
                weigh(weights, at + j * width, width, below, sum);
                if (l < last) {
                    functions.tanh(sum);
                }
            }
            at = biases + neurons;
            below = here;
        }
        return below[0];
    }

    private static void weigh(double[] weights, int from, int width, double[][] below, double[] sum) {
        int i = 0;
        for (; i + TERMS <= width; i += TERMS) {
            add7(weights, from + i, below, i, sum);
        }
        for (; i + 4 <= width; i += 4) {
            add4(weights, from + i, below, i, sum);
        }
        if (i + 2 <= width) {
            add2(weights[from + i], below[i], weights[from + i + 1], below[i + 1], sum);
            i += 2;
        }
        if (i < width) {
            add1(weights[from + i], below[i], sum);
        }
    }

    private static void add7(double[] weights, int from, double[][] below, int i, double[] sum) {
        double w0 = weights[from];
        double w1 = weights[from + 1];
        double w2 = weights[from + 2];
        double w3 = weights[from + 3];
        double w4 = weights[from + 4];
        double w5 = weights[from + 5];
        double w6 = weights[from + 6];
        double[] x0 = below[i];
        double[] x1 = below[i + 1];
        double[] x2 = below[i + 2];
        double[] x3 = below[i + 3];
        double[] x4 = below[i + 4];
        double[] x5 = below[i + 5];
        double[] x6 = below[i + 6];
        for (int b = 0; b < BLOCK; b++) {
            sum[b] += w0 * x0[b] + w1 * x1[b] + w2 * x2[b] + w3 * x3[b] + w4 * x4[b] + w5 * x5[b] + w6 * x6[b];
        }
    }

    private static void add4(double[] weights, int from, double[][] below, int i, double[] sum) {
        double w0 = weights[from];
        double w1 = weights[from + 1];
        double w2 = weights[from + 2];
        double w3 = weights[from + 3];
        double[] x0 = below[i];
        double[] x1 = below[i + 1];
        double[] x2 = below[i + 2];
        double[] x3 = below[i + 3];
        for (int b = 0; b < BLOCK; b++) {
            sum[b] += w0 * x0[b] + w1 * x1[b] + w2 * x2[b] + w3 * x3[b];
        }
    }

    private static void add2(double w0, double[] x0, double w1, double[] x1, double[] sum) {
        for (int b = 0; b < BLOCK; b++) {
            sum[b] += w0 * x0[b] + w1 * x1[b];
        }
    }

    private static void add1(double w, double[] x, double[] sum) {
        for (int b = 0; b < BLOCK; b++) {
            sum[b] += w * x[b];
        }
    }
}
