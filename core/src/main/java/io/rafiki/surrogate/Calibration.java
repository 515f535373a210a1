package io.rafiki.surrogate;

/**
 * The error of an ensemble's mean, estimated from held-out samples.
 *
 * <p>Networks trained on the same samples have common errors, so the mean deviates by more than their spread: the deviation of a
 * prediction is {@code scale x spread}. A measurement additionally has noise, {@code relativeNoise x mean} and {@code absoluteNoise}.
 *
 * @param scale deviation of the mean from the truth, in spreads over the networks
 * @param relativeNoise standard deviation of a measurement, as a share of its value
 * @param absoluteNoise constant part of that standard deviation, in the metric's unit
 */
public record Calibration(double scale, double relativeNoise, double absoluteNoise) {

    /** The spread as deviation and no noise: the assumption without held-out samples. */
    public static final Calibration NONE = new Calibration(1, 0, 0);

    /** Training multiplies the spread by at least 1. A smaller factor would understate the deviation of every gain. */
    private static final double MIN_SCALE = 1;

    /** A greater factor makes every gain insignificant. */
    public static final double MAX_SCALE = 1_000;

    /** @throws IllegalArgumentException if the scale is implausible, or the noise is infinite or negative */
    public Calibration {
        if (!(scale >= MIN_SCALE && scale <= MAX_SCALE && relativeNoise >= 0 && absoluteNoise >= 0)
                || Double.isInfinite(relativeNoise + absoluteNoise)) {
            throw new IllegalArgumentException("calibration: expected a scale from " + MIN_SCALE + " to " + MAX_SCALE
                    + " and noise of 0 or more, found " + scale + ", " + relativeNoise + " and " + absoluteNoise);
        }
    }

    /** The standard deviation of one measurement with about this value. */
    public double noise(double value) {
        return Math.hypot(relativeNoise * value, absoluteNoise);
    }
}
