package io.rafiki.trainer.train;

import java.util.List;

/**
 * The Gaussian that a linearised model and its priors give the weights: precision {@code H = beta J'J + A}, where {@code A} is
 * diagonal with one value per group of weights.
 *
 * <p>There are two ways to it that give the same numbers: factoring {@code H} itself, or the matrix of samples
 * {@code K = J A^-1 J' + I/beta}, which is smaller where there are fewer samples than weights.
 */
interface Posterior {

    /** The cheaper way for these sizes. */
    static Posterior of(int samples, List<int[]> groups) {
        double n = samples;
        double p = groups.stream().mapToInt(group -> group.length).sum();
        double byWeights = n * p * p + p * p * p;
        double bySamples = 100 * n * n + n * n * n;
        return byWeights <= bySamples ? new WeightPosterior(samples, groups) : new SamplePosterior(samples, groups);
    }

    /**
     * Takes another linearisation.
     *
     * @param layers what the derivatives are made of; not needed after the call
     * @param jacobian the derivatives, one row per weight; kept, not copied
     */
    void linearise(List<Layer> layers, double[][] jacobian);

    /**
     * Factors the precision.
     *
     * @param precisions one per group, positive
     * @param beta of the noise
     * @return false if it is not positive definite, as far as the arithmetic can tell
     */
    boolean factor(double[] precisions, double beta);

    /** {@code step = H^-1 gradient}. */
    void solve(double[] gradient, double[] step);

    /**
     * How many weights of each group the data determine: {@code n_g - a_g tr(H^-1)_g} (MacKay's gamma), after {@link #factor}.
     */
    void determined(double[] gamma);

    /** How much each sample determines its own prediction, {@code diag(beta J H^-1 J')}, after {@link #factor}. */
    void leverages(double[] leverages);
}
