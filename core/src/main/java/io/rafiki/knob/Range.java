package io.rafiki.knob;

/**
 * The numbers that a knob may be set to, both ends among them.
 *
 * @param min least number
 * @param max greatest number
 * @param whole whether only whole numbers are values
 */
public record Range(double min, double max, boolean whole) {

    private static final double DECADE = 10;

    /** Whether places in it are best told apart by ratios: it spans more than a decade, and none of it is zero or less. */
    public boolean isLogarithmic() {
        return min > 0 && max / min > DECADE;
    }

    /** The nearest number in it. */
    public double nearest(double code) {
        return Math.min(max, Math.max(min, whole ? Math.rint(code) : code));
    }
}
