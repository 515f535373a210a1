package io.rafiki.surrogate;

/**
 * How a metric's value and a network's output correspond: an affine map of the value, or of its logarithm, to about -1..1.
 *
 * @param logarithmic whether the logarithm is mapped
 * @param centre what becomes 0
 * @param half what lies 1 above it; positive
 */
public record OutputScaling(boolean logarithmic, double centre, double half) {

    /** @throws IllegalArgumentException if the map is not finite or has no width */
    public OutputScaling {
        if (!Double.isFinite(centre) || !Double.isFinite(half) || !(half > 0)) {
            throw new IllegalArgumentException(
                    "target: expected a finite centre and a positive half, found " + centre + " and " + half);
        }
    }

    /**
     * The map that stretches the given values to -1..1.
     *
     * @throws IllegalArgumentException if they are all equal, or not positive where the logarithm is asked for
     */
    public static OutputScaling over(double[] values, boolean logarithmic) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            double mapped = logarithmic ? Math.log(value) : value;
            least = Math.min(least, mapped);
            greatest = Math.max(greatest, mapped);
        }
        return new OutputScaling(logarithmic, (greatest + least) / 2, (greatest - least) / 2);
    }

    /** What a network should put out for the given value. */
    public double scaled(double value) {
        return ((logarithmic ? Math.log(value) : value) - centre) / half;
    }

    /** The value that a network's output stands for. */
    public double value(double scaled) {
        double mapped = centre + half * scaled;
        return logarithmic ? Math.exp(mapped) : mapped;
    }
}
