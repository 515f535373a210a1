package io.rafiki.trainer.train;

import java.util.List;

/** A differentiable function of weights, evaluated on a fixed set of samples. */
interface DifferentiableModel {

    int parameters();

    int samples();

    /** The outputs for all samples. */
    void outputs(double[] weights, double[] outputs);

    /**
     * The derivatives for all samples at the weights of the last {@link #outputs} call.
     *
     * @param jacobian receives one row per weight, with one derivative per sample
     */
    void jacobian(double[] weights, double[][] jacobian);

    /** The factors of the last {@link #jacobian}; valid until the next {@link #outputs}. */
    List<LayerGradient> layers();
}
