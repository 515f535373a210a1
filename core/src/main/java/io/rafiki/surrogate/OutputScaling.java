package io.rafiki.surrogate;

/**
 * Scales the values of a metric to the range of a network's output, about -1..1: an affine map of the value or of its logarithm.
 *
 * @param logarithmic whether the logarithm is mapped
 * @param centre value or logarithm at output 0
 * @param half distance of output 1 from the centre; positive
 */
public record OutputScaling(boolean logarithmic, double centre, double half) {

    /** @throws IllegalArgumentException if centre or half is not finite, or half is not positive */
    public OutputScaling {
        if (!Double.isFinite(centre) || !Double.isFinite(half) || !(half > 0)) {
            throw new IllegalArgumentException(
                    "target: expected a finite centre and a positive half, found " + centre + " and " + half);
        }
    }

    /**
     * The map of the given values' range to -1..1.
     *
     * @throws IllegalArgumentException if all values are equal, or a logarithmic one is not positive
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

    /** The network output for a value. */
    public double scaled(double value) {
        return ((logarithmic ? Math.log(value) : value) - centre) / half;
    }

    /** The value for a network output. */
    public double value(double scaled) {
        double mapped = centre + half * scaled;
        return logarithmic ? Math.exp(mapped) : mapped;
    }
}
