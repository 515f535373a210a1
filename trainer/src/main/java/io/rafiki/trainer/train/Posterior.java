package io.rafiki.trainer.train;

import java.util.List;

/**
 * The Gaussian posterior of the weights of a linearised model: precision {@code H = beta J'J + A}, where {@code A} is diagonal with one
 * value per group of weights.
 *
 * <p>Two computations give the same numbers: factoring {@code H}, or factoring the sample matrix {@code K = J A^-1 J' + I/beta}, which is
 * smaller with fewer samples than weights.
 */
interface Posterior {

    /** The cheaper computation for these sizes. */
    static Posterior of(int samples, List<int[]> groups) {
        double n = samples;
        double p = groups.stream().mapToInt(group -> group.length).sum();
        double byWeights = n * p * p + p * p * p;
        double bySamples = 100 * n * n + n * n * n;
        return byWeights <= bySamples ? new WeightPosterior(samples, groups) : new SamplePosterior(samples, groups);
    }

    /**
     * Sets a new linearisation.
     *
     * @param layers factors of the derivatives; not needed after the call
     * @param jacobian derivatives, one row per weight; kept, not copied
     */
    void linearise(List<LayerGradient> layers, double[][] jacobian);

    /**
     * Factors the precision.
     *
     * @param precisions one per group, positive
     * @param beta precision of the noise
     * @return false if it is not numerically positive definite
     */
    boolean factor(double[] precisions, double beta);

    /** {@code step = H^-1 gradient}. */
    void solve(double[] gradient, double[] step);

    /** The effective number of parameters of each group, {@code n_g - a_g tr(H^-1)_g} (MacKay's gamma), after {@link #factor}. */
    void determined(double[] gamma);
}
