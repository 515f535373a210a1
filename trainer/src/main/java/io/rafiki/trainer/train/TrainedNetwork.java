package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import java.util.Arrays;

/** One trained network of an ensemble, before selection. */
final class TrainedNetwork {

    private final Network network;
    private final NetworkVariant kind;
    private final OutputScaling target;
    private final TrainingResult fit;
    private final double[] leaveOneOut;
    private final double[] fitted;
    private final double[] heldOut;

    /** @param heldOut predictions for the samples held out in the first training, in their unit; NaN for the others */
    TrainedNetwork(Network network, NetworkVariant kind, OutputScaling target, TrainingResult fit, double[] heldOut) {
        this.network = network;
        this.kind = kind;
        this.target = target;
        this.fit = fit;
        this.heldOut = heldOut.clone();
        leaveOneOut = Arrays.stream(fit.leaveOneOut()).map(target::value).toArray();
        fitted = Arrays.stream(fit.outputs()).map(target::value).toArray();
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

    /** Predictions for the training samples, in their unit. */
    double[] fitted() {
        return fitted.clone();
    }

    /** Leave-one-out predictions in the samples' unit. */
    double[] leaveOneOut() {
        return leaveOneOut.clone();
    }

    /** Predictions for the samples held out in the first training, in their unit; NaN for the others. */
    double[] heldOut() {
        return heldOut.clone();
    }
}
