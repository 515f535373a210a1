package io.rafiki.surrogate;

/**
 * What a surrogate says of one configuration.
 *
 * @param mean predicted value of the metric, in operations per second or microseconds
 * @param deviation standard deviation of the mean from the true value; that of one measurement contains its noise besides
 */
public record Prediction(double mean, double deviation) {

    /** {@code mean - kappa x deviation}: what the search maximises, so that it does not fall for the members' errors. */
    public double lowerBound(double kappa) {
        return mean - kappa * deviation;
    }

    /** {@code mean + kappa x deviation}: what a quantity that must stay small is held to. */
    public double upperBound(double kappa) {
        return mean + kappa * deviation;
    }
}
