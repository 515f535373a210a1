package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.List;

/**
 * The posterior by way of {@code K = J A^-1 J' + I/beta}, samples by samples.
 *
 * <p>{@code H^-1 = A^-1 - A^-1 J' K^-1 J A^-1}; the determined weights of a group are {@code tr(K^-1 J_g J_g') / a_g}; the
 * leverages are {@code 1 - diag(K^-1)/beta}. The groups' {@code J_g J_g'} are kept, so that another damping costs one
 * factorisation.
 */
final class SamplePosterior implements Posterior {

    private final List<int[]> groups;
    private final int samples;
    private final double[][][] kernels;
    private final double[][] factor;
    private final double[][] half;
    private final double[][] inverse;
    private double[][] jacobian = new double[0][];
    private double[] precisions = new double[0];
    private double beta;

    SamplePosterior(int samples, List<int[]> groups) {
        this.groups = groups;
        this.samples = samples;
        kernels = new double[groups.size()][samples][samples];
        factor = new double[samples][samples];
        half = new double[samples][samples];
        inverse = new double[samples][samples];
    }

    @Override
    public void linearise(double[][] rows) {
        jacobian = rows;
        for (int g = 0; g < kernels.length; g++) {
            clear(kernels[g]);
            Matrices.addGram(rows, groups.get(g), kernels[g]);
        }
    }

    @Override
    public boolean factor(double[] groupPrecisions, double noise) {
        precisions = groupPrecisions.clone();
        beta = noise;
        clear(factor);
        for (int i = 0; i < samples; i++) {
            for (int g = 0; g < kernels.length; g++) {
                Matrices.addOne(1 / precisions[g], kernels[g][i], factor[i], i, samples);
            }
            factor[i][i] += 1 / beta;
        }
        return Matrices.factor(factor);
    }

    @Override
    public void solve(double[] gradient, double[] step) {
        double[] inSamples = new double[samples];
        for (int g = 0; g < kernels.length; g++) {
            for (int w : groups.get(g)) {
                step[w] = gradient[w] / precisions[g];
                Matrices.addOne(step[w], jacobian[w], inSamples, 0, samples);
            }
        }
        Matrices.solve(factor, inSamples);
        for (int g = 0; g < kernels.length; g++) {
            for (int w : groups.get(g)) {
                step[w] -= Matrices.dot(jacobian[w], inSamples, 0, samples) / precisions[g];
            }
        }
    }

    @Override
    public void determined(double[] gamma) {
        invert();
        for (int g = 0; g < kernels.length; g++) {
            gamma[g] = Matrices.product(inverse, kernels[g]) / precisions[g];
        }
    }

    @Override
    public void leverages(double[] leverages) {
        invert();
        for (int s = 0; s < samples; s++) {
            leverages[s] = 1 - inverse[s][s] / beta;
        }
    }

    private void invert() {
        Matrices.invertTransposed(factor, half);
        Matrices.gramOfLower(half, inverse);
    }

    private static void clear(double[][] matrix) {
        for (double[] row : matrix) {
            Arrays.fill(row, 0);
        }
    }
}
