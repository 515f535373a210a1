package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.Target;

/** One trained network of an ensemble, before it is known whether it is kept. */
final class Trained {

    private final Network network;
    private final Target target;
    private final Priors priors;
    private final Fit fit;
    private final double[] predictions;
    private final double error;

    /** @param throughputs measured, in the order of the samples */
    Trained(Network network, Target target, Priors priors, Fit fit, double[] throughputs) {
        this.network = network;
        this.target = target;
        this.priors = priors;
        this.fit = fit;
        predictions = fit.leaveOneOut();
        for (int s = 0; s < predictions.length; s++) {
            predictions[s] = target.value(predictions[s]);
        }
        error = relativeError(predictions, throughputs);
    }

    Network network() {
        return network;
    }

    Target target() {
        return target;
    }

    Priors priors() {
        return priors;
    }

    /** Prior and target by name. */
    String kind() {
        return priors.name() + (target.logarithmic() ? " log" : " linear");
    }

    Fit fit() {
        return fit;
    }

    /** Leave-one-out predictions in operations per second. */
    double[] predictions() {
        return predictions.clone();
    }

    /** Mean relative leave-one-out error; networks with different targets can be compared by it. */
    double error() {
        return error;
    }

    static double relativeError(double[] predictions, double[] throughputs) {
        double sum = 0;
        for (int s = 0; s < throughputs.length; s++) {
            sum += Math.abs(predictions[s] - throughputs[s]) / throughputs[s];
        }
        double error = sum / throughputs.length;
        return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
    }
}
