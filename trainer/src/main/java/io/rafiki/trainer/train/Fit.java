package io.rafiki.trainer.train;

import java.util.Arrays;

/** What training a model on samples gave. */
final class Fit {

    private final double[] weights;
    private final double[] precisions;
    private final double beta;
    private final double determined;
    private final double[] outputs;
    private final double[] leaveOneOut;
    private final int epochs;

    Fit(
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

    /** Strength of each group's prior: alpha in {@code F = beta E_D + sum of alpha_g E_Wg}. */
    double[] precisions() {
        return precisions.clone();
    }

    /** Weight of the squared errors: half of the inverse noise variance. */
    double beta() {
        return beta;
    }

    /** How many weights the data determine, over all groups. */
    double determined() {
        return determined;
    }

    /** For each sample what the model predicts. */
    double[] outputs() {
        return outputs.clone();
    }

    /** For each sample what the model would have predicted had it been trained without that sample, to first order. */
    double[] leaveOneOut() {
        return leaveOneOut.clone();
    }

    /** Standard deviation of the noise that the evidence sees, in the target's scale. */
    double noise() {
        return Math.sqrt(0.5 / beta);
    }

    int epochs() {
        return epochs;
    }

    /** Whether training gave the model up: the priors won, and what is left is a constant. */
    boolean isCollapsed() {
        return !(determined >= 2) || Arrays.stream(weights).anyMatch(w -> !Double.isFinite(w));
    }
}
