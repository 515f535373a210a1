package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;

/** One trained network of an ensemble, before selection. */
final class TrainedNetwork {

    private final Network network;
    private final NetworkVariant kind;
    private final OutputScaling target;
    private final TrainingResult fit;
    private final double[] heldOut;
    private final double error;

    /**
     * @param heldOut predictions for the held-out samples, in their unit; NaN for the others
     * @param error mean relative error on the held-out samples; without any, on the training samples
     */
    TrainedNetwork(
            Network network,
            NetworkVariant kind,
            OutputScaling target,
            TrainingResult fit,
            double[] heldOut,
            double error) {
        this.network = network;
        this.kind = kind;
        this.target = target;
        this.fit = fit;
        this.heldOut = heldOut.clone();
        this.error = error;
    }

    Network network() {
        return network;
    }

    OutputScaling target() {
        return target;
    }

    NetworkVariant kind() {
        return kind;
    }

    TrainingResult fit() {
        return fit;
    }

    /** Predictions for the held-out samples, in their unit; NaN for the others. */
    double[] heldOut() {
        return heldOut.clone();
    }

    /** Mean relative error on the held-out samples; without any, on the training samples. */
    double error() {
        return error;
    }
}
