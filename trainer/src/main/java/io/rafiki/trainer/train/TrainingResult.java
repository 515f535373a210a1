package io.rafiki.trainer.train;

import java.util.Arrays;

/** The result of training a model on samples. */
final class TrainingResult {

    private final double[] weights;
    private final double[] precisions;
    private final double beta;
    private final double determined;
    private final int epochs;

    TrainingResult(double[] weights, double[] precisions, double beta, double determined, int epochs) {
        this.weights = weights.clone();
        this.precisions = precisions.clone();
        this.beta = beta;
        this.determined = determined;
        this.epochs = epochs;
    }

    double[] weights() {
        return weights.clone();
    }

    /** Precision of each group's prior: alpha in {@code F = beta E_D + sum of alpha_g E_Wg}. */
    double[] precisions() {
        return precisions.clone();
    }

    /** Weight of the squared errors: half of the inverse noise variance. */
    double beta() {
        return beta;
    }

    /** The effective number of parameters, over all groups. */
    double determined() {
        return determined;
    }

    /** Standard deviation of the noise by the evidence, in the target's scale. */
    double noise() {
        return Math.sqrt(0.5 / beta);
    }

    int epochs() {
        return epochs;
    }

    /** Whether training collapsed to a constant because the priors dominate. */
    boolean isCollapsed() {
        return !(determined >= 2) || Arrays.stream(weights).anyMatch(w -> !Double.isFinite(w));
    }
}
