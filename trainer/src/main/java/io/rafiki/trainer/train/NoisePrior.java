package io.rafiki.trainer.train;

/**
 * What is believed of the noise before the data is seen: as if some samples more had been measured, with this deviation from the
 * model. Where a network has more weights than there are samples, nothing else keeps the evidence from calling all noise signal
 * (a gamma prior on beta).
 *
 * @param samples how many samples the belief is worth; 0 for none
 * @param deviation of the noise, in the target's scale of -1..1
 */
record NoisePrior(double samples, double deviation) {

    /** No belief: beta is what the evidence alone prefers. */
    static final NoisePrior NONE = new NoisePrior(0, 0);

    /** Twenty samples at a twentieth of the target's range; measurements of a database are seldom better. */
    static final NoisePrior USUAL = new NoisePrior(20, 0.1);

    /** The beta that the evidence prefers: {@code free / (2 squaredErrors)} without a belief. */
    double beta(double free, double squaredErrors) {
        return (free + samples) / Math.max(Double.MIN_NORMAL, 2 * (squaredErrors + samples * deviation * deviation));
    }
}
