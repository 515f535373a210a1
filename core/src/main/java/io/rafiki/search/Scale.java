package io.rafiki.search;

/**
 * An ordinary range of codes as positions 0..1, logarithmic where it spans more than a decade. What follows from the range alone is
 * reckoned once: a search asks some ten thousand times.
 */
final class Scale {

    private static final double DECADE = 10;
    private static final int DIGITS = 3;

    private final double min;
    private final double max;
    private final boolean whole;
    private final boolean logarithmic;
    private final double span;
    private final double unit;

    /**
     * @param min least code; NaN if there is no range
     * @param max greatest code
     * @param whole whether only whole codes are values
     */
    Scale(double min, double max, boolean whole) {
        this.min = min;
        this.max = max;
        this.whole = whole;
        logarithmic = min > 0 && max / min > DECADE;
        span = logarithmic ? Math.log(max / min) : max - min;
        unit = Math.pow(10, Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max)))) - DIGITS + 1);
    }

    double min() {
        return min;
    }

    double max() {
        return max;
    }

    boolean whole() {
        return whole;
    }

    /** The code at a position: a whole number, or one of three significant digits. */
    double code(double position) {
        double p = Math.min(1, Math.max(0, position));
        double code = logarithmic ? min * Math.exp(p * span) : min + p * span;
        return Math.min(max, Math.max(min, whole ? Math.rint(code) : rounded(code)));
    }

    /** The position of a code, clamped to 0..1. */
    double position(double code) {
        double p = (logarithmic ? Math.log(code / min) : code - min) / span;
        return max == min || Double.isNaN(p) ? 0 : Math.min(1, Math.max(0, p));
    }

    private double rounded(double code) {
        return unit >= 1 ? Math.rint(code / unit) * unit : Math.rint(code / unit) / Math.rint(1 / unit);
    }
}
