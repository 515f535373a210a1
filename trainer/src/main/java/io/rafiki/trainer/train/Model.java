package io.rafiki.trainer.train;

/** A function of weights, evaluated on a fixed set of samples. */
interface Model {

    int parameters();

    int samples();

    /** The outputs for all samples. */
    void outputs(double[] weights, double[] outputs);

    /**
     * The outputs for all samples and their derivatives.
     *
     * @param jacobian receives one row per weight, each with one derivative per sample
     */
    void jacobian(double[] weights, double[] outputs, double[][] jacobian);
}
