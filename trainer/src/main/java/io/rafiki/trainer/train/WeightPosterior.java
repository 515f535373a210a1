package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.List;

/** The posterior by {@code H}, weights by weights. */
final class WeightPosterior implements Posterior {

    private final List<int[]> groups;
    private final int samples;
    private final int weights;
    private final double[][] bySample;
    private final double[][] gram;
    private final double[][] factor;
    private final double[][] inverse;
    private double[] precisions = new double[0];
    private double beta;

    WeightPosterior(int samples, List<int[]> groups) {
        this.groups = groups;
        this.samples = samples;
        weights = groups.stream().mapToInt(group -> group.length).sum();
        bySample = new double[samples][weights];
        gram = new double[weights][weights];
        factor = new double[weights][weights];
        inverse = new double[weights][weights];
    }

    @Override
    public void linearise(List<LayerGradient> layers, double[][] jacobian) {
        for (int s = 0; s < samples; s++) {
            for (int w = 0; w < weights; w++) {
                bySample[s][w] = jacobian[w][s];
            }
        }
        for (double[] row : gram) {
            Arrays.fill(row, 0);
        }
        SymmetricMatrices.addGram(bySample, gram);
    }

    @Override
    public boolean factor(double[] groupPrecisions, double noise) {
        precisions = groupPrecisions.clone();
        beta = noise;
        for (int i = 0; i < weights; i++) {
            double[] from = gram[i];
            double[] to = factor[i];
            for (int j = i; j < weights; j++) {
                to[j] = beta * from[j];
            }
        }
        for (int g = 0; g < groups.size(); g++) {
            for (int w : groups.get(g)) {
                factor[w][w] += precisions[g];
            }
        }
        return SymmetricMatrices.factor(factor);
    }

    @Override
    public void solve(double[] gradient, double[] step) {
        System.arraycopy(gradient, 0, step, 0, weights);
        SymmetricMatrices.solve(factor, step);
    }

    @Override
    public void determined(double[] gamma) {
        SymmetricMatrices.invertTransposed(factor, inverse);
        double[] diagonal = SymmetricMatrices.squaresOfColumns(inverse);
        for (int g = 0; g < groups.size(); g++) {
            double trace = 0;
            for (int w : groups.get(g)) {
                trace += diagonal[w];
            }
            gamma[g] = groups.get(g).length - precisions[g] * trace;
        }
    }
}
