package io.rafiki.trainer.train;

import java.util.List;

/** A function of weights, evaluated on a fixed set of samples. */
interface Model {

    int parameters();

    int samples();

    /** The outputs for all samples. */
    void outputs(double[] weights, double[] outputs);

    /**
     * The derivatives for all samples at the weights that {@link #outputs} was last asked for.
     *
     * @param jacobian receives one row per weight, each with one derivative per sample
     */
    void jacobian(double[] weights, double[][] jacobian);

    /** The factors that the last {@link #jacobian} was made of; valid until the next {@link #outputs}. */
    List<Layer> layers();
}
