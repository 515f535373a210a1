package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.List;

/**
 * The posterior by way of {@code K = J A^-1 J' + I/beta}, samples by samples.
 *
 * <p>{@code H^-1 = A^-1 - A^-1 J' K^-1 J A^-1}; the determined weights of a group are {@code tr(K^-1 J_g J_g') / a_g}; the
 * leverages are {@code 1 - diag(K^-1)/beta}. J is never multiplied out: its row for input {@code i} and neuron {@code j} of a layer
 * is {@code s_j x_i}, so that with one precision for all weights of an input the layer's part of K is, element by element,
 * {@code (sum over j of s_j s_j') (sum over i of x_i x_i' / a_i)}.
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

    /** @param groups every weight in one; all weights out of one input of a layer in the same */
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

    /** One layer: what goes into it and how much each pair of samples shares of its sensitivities. */
    private final class Fan {

        private final int[] group;
        private final double[][] inputs;
        private final double[][] scaled;
        private final double[][] shared = new double[samples][samples];

        Fan(Layer layer) {
            inputs = new double[layer.inputs().length][samples];
            scaled = new double[layer.inputs().length][samples];
            group = Arrays.stream(layer.weights())
                    .mapToInt(weights -> groupOf[weights[0]])
                    .toArray();
        }

        void linearise(Layer layer) {
            for (int i = 0; i < inputs.length; i++) {
                System.arraycopy(layer.inputs()[i], 0, inputs[i], 0, samples);
            }
            clear(shared);
            Matrices.addGram(layer.sensitivities(), shared);
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
            Matrices.addGram(scaled, ofSamples);
            for (int s = 0; s < samples; s++) {
                Matrices.addProduct(ofSamples[s], shared[s], to[s], s, samples);
            }
        }

        /** Adds {@code tr(K^-1 J_g J_g') / a_g} of the layer's groups. */
        void determined(double[] gamma) {
            clear(ofSamples);
            for (int s = 0; s < samples; s++) {
                Matrices.addProduct(inverse[s], shared[s], ofSamples[s], s, samples);
            }
            for (int i = 0; i < inputs.length; i++) {
                gamma[group[i]] += Matrices.quadratic(ofSamples, inputs[i], product) / precisions[group[i]];
            }
        }
    }

    @Override
    public void linearise(List<Layer> layers, double[][] rows) {
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
        return Matrices.factor(factor);
    }

    @Override
    public void solve(double[] gradient, double[] step) {
        double[] inSamples = new double[samples];
        for (int w = 0; w < step.length; w++) {
            step[w] = gradient[w] / precisions[groupOf[w]];
            Matrices.addOne(step[w], jacobian[w], inSamples, 0, samples);
        }
        Matrices.solve(factor, inSamples);
        for (int w = 0; w < step.length; w++) {
            step[w] -= Matrices.dot(jacobian[w], inSamples, 0, samples) / precisions[groupOf[w]];
        }
    }

    @Override
    public void determined(double[] gamma) {
        Arrays.fill(gamma, 0);
        Matrices.invertTransposed(factor, half);
        if (groups.size() == 1) {
            gamma[0] = samples - Arrays.stream(Matrices.squaresOfColumns(half)).sum() / beta;
            return;
        }
        Matrices.gramOfLower(half, inverse);
        for (Fan fan : fans) {
            fan.determined(gamma);
        }
    }

    @Override
    public void leverages(double[] leverages) {
        Matrices.invertTransposed(factor, half);
        double[] diagonal = Matrices.squaresOfColumns(half);
        for (int s = 0; s < samples; s++) {
            leverages[s] = 1 - diagonal[s] / beta;
        }
    }

    private static void clear(double[][] matrix) {
        for (double[] row : matrix) {
            Arrays.fill(row, 0);
        }
    }
}
