package io.rafiki.trainer.train;

import java.util.Arrays;

/** The result of training a model on samples. */
final class TrainingResult {

    private final double[] weights;
    private final double[] precisions;
    private final double beta;
    private final double determined;
    private final double[] outputs;
    private final double[] leaveOneOut;
    private final int epochs;

    TrainingResult(
            double[] weights,
            double[] precisions,
            double beta,
            double determined,
            double[] outputs,
            double[] leaveOneOut,
            int epochs) {
        this.weights = weights.clone();
        this.precisions = precisions.clone();
        this.beta = beta;
        this.determined = determined;
        this.outputs = outputs.clone();
        this.leaveOneOut = leaveOneOut.clone();
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

    /** The prediction for each sample. */
    double[] outputs() {
        return outputs.clone();
    }

    /** The leave-one-out prediction for each sample, to first order. */
    double[] leaveOneOut() {
        return leaveOneOut.clone();
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
