package io.rafiki.surrogate;

/**
 * What a surrogate says of one configuration.
 *
 * @param mean predicted throughput in operations per second
 * @param deviation standard deviation over the ensemble's members, in operations per second
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
