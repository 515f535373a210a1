package io.rafiki.surrogate;

/**
 * The predicted relative gain of one configuration over another for the same workload; 0.1 is 10 % more throughput.
 *
 * @param mean expected gain
 * @param deviation standard deviation of the mean from the true gain
 */
public record RelativeGain(double mean, double deviation) {

    /** {@code mean - kappa x deviation}. */
    public double lowerBound(double kappa) {
        return mean - kappa * deviation;
    }

    /** {@code mean + kappa x deviation}. */
    public double upperBound(double kappa) {
        return mean + kappa * deviation;
    }
}
