package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.List;

/**
 * The posterior by {@code K = J A^-1 J' + I/beta}, samples by samples.
 *
 * <p>{@code H^-1 = A^-1 - A^-1 J' K^-1 J A^-1}; the effective number of parameters of a group is {@code tr(K^-1 J_g J_g') / a_g}. J
 * is never multiplied out: its row for input {@code i} and neuron {@code j} of a layer is
 * {@code s_j x_i}. With one precision for all weights of an input, the layer's part of K is, element by element, {@code (sum over j of
 * s_j s_j') (sum over i of x_i x_i' / a_i)}.
 */
final class SamplePosterior implements Posterior {

    private final List<int[]> groups;
    private final int samples;
    private final int[] groupOf;
    private final double[][] ofSamples;
    private final double[][] factor;
    private final double[][] half;
    private final double[][] inverse;
    private final double[] product;
    private double[][] jacobian = new double[0][];
    private Fan[] fans = new Fan[0];
    private double[] precisions = new double[0];
    private double beta;

    /** @param groups every weight is in one group; all outgoing weights of an input are in the same group */
    SamplePosterior(int samples, List<int[]> groups) {
        this.groups = groups;
        this.samples = samples;
        groupOf = new int[groups.stream().mapToInt(group -> group.length).sum()];
        for (int g = 0; g < groups.size(); g++) {
            for (int w : groups.get(g)) {
                groupOf[w] = g;
            }
        }
        ofSamples = new double[samples][samples];
        factor = new double[samples][samples];
        half = new double[samples][samples];
        inverse = new double[samples][samples];
        product = new double[samples];
    }

    /** One layer: its inputs and the products of its sensitivities for each pair of samples. */
    private final class Fan {

        private final int[] group;
        private final double[][] inputs;
        private final double[][] scaled;
        private final double[][] shared = new double[samples][samples];

        Fan(LayerGradient layer) {
            inputs = new double[layer.inputs().length][samples];
            scaled = new double[layer.inputs().length][samples];
            group = Arrays.stream(layer.weights())
                    .mapToInt(weights -> groupOf[weights[0]])
                    .toArray();
        }

        void linearise(LayerGradient layer) {
            for (int i = 0; i < inputs.length; i++) {
                System.arraycopy(layer.inputs()[i], 0, inputs[i], 0, samples);
            }
            clear(shared);
            SymmetricMatrices.addGram(layer.sensitivities(), shared);
        }

        /** Adds the layer's part of {@code J A^-1 J'}. */
        void add(double[][] to) {
            for (int i = 0; i < inputs.length; i++) {
                double scale = 1 / Math.sqrt(precisions[group[i]]);
                for (int s = 0; s < samples; s++) {
                    scaled[i][s] = scale * inputs[i][s];
                }
            }
            clear(ofSamples);
            SymmetricMatrices.addGram(scaled, ofSamples);
            for (int s = 0; s < samples; s++) {
                SymmetricMatrices.addProduct(ofSamples[s], shared[s], to[s], s, samples);
            }
        }

        /** Adds {@code tr(K^-1 J_g J_g') / a_g} of the layer's groups. */
        void determined(double[] gamma) {
            clear(ofSamples);
            for (int s = 0; s < samples; s++) {
                SymmetricMatrices.addProduct(inverse[s], shared[s], ofSamples[s], s, samples);
            }
            for (int i = 0; i < inputs.length; i++) {
                gamma[group[i]] += SymmetricMatrices.quadratic(ofSamples, inputs[i], product) / precisions[group[i]];
            }
        }
    }

    @Override
    public void linearise(List<LayerGradient> layers, double[][] rows) {
        jacobian = rows;
        if (fans.length == 0) {
            fans = layers.stream().map(Fan::new).toArray(Fan[]::new);
        }
        for (int l = 0; l < fans.length; l++) {
            fans[l].linearise(layers.get(l));
        }
    }

    @Override
    public boolean factor(double[] groupPrecisions, double noise) {
        precisions = groupPrecisions.clone();
        beta = noise;
        clear(factor);
        for (Fan fan : fans) {
            fan.add(factor);
        }
        for (int s = 0; s < samples; s++) {
            factor[s][s] += 1 / beta;
        }
        return SymmetricMatrices.factor(factor);
    }

    @Override
    public void solve(double[] gradient, double[] step) {
        double[] inSamples = new double[samples];
        for (int w = 0; w < step.length; w++) {
            step[w] = gradient[w] / precisions[groupOf[w]];
            SymmetricMatrices.addOne(step[w], jacobian[w], inSamples, 0, samples);
        }
        SymmetricMatrices.solve(factor, inSamples);
        for (int w = 0; w < step.length; w++) {
            step[w] -= SymmetricMatrices.dot(jacobian[w], inSamples, 0, samples) / precisions[groupOf[w]];
        }
    }

    @Override
    public void determined(double[] gamma) {
        Arrays.fill(gamma, 0);
        SymmetricMatrices.invertTransposed(factor, half);
        if (groups.size() == 1) {
            gamma[0] = samples
                    - Arrays.stream(SymmetricMatrices.squaresOfColumns(half)).sum() / beta;
            return;
        }
        SymmetricMatrices.gramOfLower(half, inverse);
        for (Fan fan : fans) {
            fan.determined(gamma);
        }
    }

    private static void clear(double[][] matrix) {
        for (double[] row : matrix) {
            Arrays.fill(row, 0);
        }
    }
}
