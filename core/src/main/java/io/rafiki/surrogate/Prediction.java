package io.rafiki.surrogate;

/**
 * A surrogate's prediction for one configuration.
 *
 * @param mean predicted value of the metric, in operations per second or microseconds
 * @param deviation standard deviation of the mean from the true value, without measurement noise
 */
public record Prediction(double mean, double deviation) {

    /** {@code mean - kappa x deviation}: the objective of the search, which limits the optimiser's curse. */
    public double lowerBound(double kappa) {
        return mean - kappa * deviation;
    }

    /** {@code mean + kappa x deviation}: compared with upper limits. */
    public double upperBound(double kappa) {
        return mean + kappa * deviation;
    }
}
