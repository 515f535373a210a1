package io.rafiki.knob;

/**
 * The numeric range of a knob, both ends included.
 *
 * @param min minimum
 * @param max maximum
 * @param whole whether only integers are valid
 */
public record Range(double min, double max, boolean whole) {

    private static final double DECADE = 10;

    /** Whether ratios matter rather than differences: the range spans more than a decade above zero. */
    public boolean isLogarithmic() {
        return min > 0 && max / min > DECADE;
    }

    /** The nearest number in the range. */
    public double nearest(double code) {
        return Math.min(max, Math.max(min, whole ? Math.rint(code) : code));
    }
}
