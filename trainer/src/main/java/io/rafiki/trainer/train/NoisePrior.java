package io.rafiki.trainer.train;

/**
 * A prior on the noise, equivalent to additional samples with this deviation from the model (a gamma prior on beta). Without it a network
 * with more weights than samples would fit the noise.
 *
 * @param samples weight of the prior in samples; 0 for none
 * @param deviation standard deviation of the noise, in the target's scale of -1..1
 */
record NoisePrior(double samples, double deviation) {

    /** No prior: the evidence alone determines beta. */
    static final NoisePrior NONE = new NoisePrior(0, 0);

    /** Twenty samples at a twentieth of the target's range, typical of database measurements. */
    static final NoisePrior USUAL = new NoisePrior(20, 0.1);

    /**
     * Twenty samples at a hundredth of the target's range, for networks with one prior per input. These switch off irrelevant inputs on
     * their own, and {@link #USUAL} would outweigh few samples: weak effects of many options would count as noise.
     */
    static final NoisePrior LOW = new NoisePrior(20, 0.02);

    /** The beta that maximises the evidence: {@code free / (2 squaredErrors)} without a prior. */
    double beta(double free, double squaredErrors) {
        return (free + samples) / Math.max(Double.MIN_NORMAL, 2 * (squaredErrors + samples * deviation * deviation));
    }
}
