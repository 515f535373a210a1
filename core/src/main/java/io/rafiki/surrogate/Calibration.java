package io.rafiki.surrogate;

/**
 * How far an ensemble's mean may be off, learnt from samples that its networks had not seen.
 *
 * <p>Networks that learnt the same samples err alike, so the mean is off by more than their spread: the deviation of a prediction
 * is {@code scale x spread}. A measurement lies off by its noise besides, {@code relativeNoise x mean} and {@code absoluteNoise}.
 *
 * @param scale deviation of the mean from the truth, in spreads over the networks
 * @param relativeNoise deviation of a measurement from the truth, as a share of it
 * @param absoluteNoise the part of that deviation that does not grow with the measurement, in the metric's unit
 */
public record Calibration(double scale, double relativeNoise, double absoluteNoise) {

    /** Spread taken for deviation, and no noise: what is assumed where nothing was held out. */
    public static final Calibration NONE = new Calibration(1, 0, 0);

    /** @throws IllegalArgumentException if a number is not finite or negative, or the scale is 0 */
    public Calibration {
        if (!(scale > 0 && relativeNoise >= 0 && absoluteNoise >= 0)
                || Double.isInfinite(scale + relativeNoise + absoluteNoise)) {
            throw new IllegalArgumentException("calibration: expected a positive scale and noise of 0 or more, found "
                    + scale + ", " + relativeNoise + " and " + absoluteNoise);
        }
    }

    /** Deviation of one measurement from the true value, for values about this large. */
    public double noise(double value) {
        return Math.hypot(relativeNoise * value, absoluteNoise);
    }
}
