package io.rafiki.search;

import io.rafiki.knob.Range;

/**
 * Maps an ordinary range of codes to positions 0..1, logarithmically if it spans more than a decade. Range-dependent constants are
 * computed once, because a search calls this about ten thousand times.
 */
final class Transform {

    private static final int DIGITS = 3;
    private static final int OWN_DIGITS = 2;

    private final Range range;
    private final boolean logarithmic;
    private final double span;
    private final double unit;

    /** @param range range of the codes; NaN to NaN without a range */
    Transform(Range range) {
        this.range = range;
        double min = range.min();
        double max = range.max();
        logarithmic = range.isLogarithmic();
        span = logarithmic ? Math.log(max / min) : max - min;
        unit = lastDigit(Math.max(Math.abs(min), Math.abs(max)), DIGITS);
    }

    double min() {
        return range.min();
    }

    double max() {
        return range.max();
    }

    boolean whole() {
        return range.whole();
    }

    /** The nearest code in the range. */
    double nearest(double code) {
        return range.nearest(code);
    }

    /** The code at a position: an integer, or a rounded number. */
    double code(double position) {
        double p = Math.min(1, Math.max(0, position));
        double code = logarithmic ? min() * Math.exp(p * span) : min() + p * span;
        return rounded(code);
    }

    /** The position of a code, clamped to 0..1. */
    double position(double code) {
        double p = (logarithmic ? Math.log(code / min()) : code - min()) / span;
        return max() == min() || Double.isNaN(p) ? 0 : Math.min(1, Math.max(0, p));
    }

    /**
     * The nearest code with few digits: an integer, or a number with three significant digits of the range's greatest number. In a
     * logarithmic range, each number has at least two of its own.
     */
    double rounded(double code) {
        return nearest(whole() || unit == 0 ? code : multiple(code));
    }

    private double multiple(double code) {
        double step = logarithmic && code < 10 * unit ? lastDigit(code, OWN_DIGITS) : unit;
        return step >= 1 ? Math.rint(code / step) * step : Math.rint(code / step) / Math.rint(1 / step);
    }

    /** The power of ten of a number's last significant digit; 0 for 0. */
    private static double lastDigit(double number, int digits) {
        return Math.pow(10, Math.floor(Math.log10(number)) - digits + 1);
    }
}
