package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.Target;
import java.util.Arrays;

/** One trained network of an ensemble, before it is known whether it is kept. */
final class Trained {

    private final Network network;
    private final Kind kind;
    private final Target target;
    private final Fit fit;
    private final double[] leaveOneOut;
    private final double[] fitted;
    private final double[] heldOut;

    /** @param heldOut predictions for the samples that a first training left out, in their unit; NaN for the others */
    Trained(Network network, Kind kind, Target target, Fit fit, double[] heldOut) {
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

    Target target() {
        return target;
    }

    Kind kind() {
        return kind;
    }

    Fit fit() {
        return fit;
    }

    /** Predictions for the samples it was trained on, in their unit. */
    double[] fitted() {
        return fitted.clone();
    }

    /** Leave-one-out predictions in the samples' unit. */
    double[] leaveOneOut() {
        return leaveOneOut.clone();
    }

    /** Predictions for the samples that a first training left out, in their unit; NaN for the others. */
    double[] heldOut() {
        return heldOut.clone();
    }
}
