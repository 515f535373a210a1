package io.rafiki.search;

import io.rafiki.knob.Range;

/**
 * Maps an ordinary range of codes to positions 0..1, logarithmically if it spans more than a decade. Range-dependent constants are
 * computed once, because a search calls this about ten thousand times.
 */
final class Transform {

    private static final int DIGITS = 3;

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
        unit = Math.pow(10, Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max)))) - DIGITS + 1);
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

    /** The code at a position: an integer, or a number of three significant digits. */
    double code(double position) {
        double p = Math.min(1, Math.max(0, position));
        double code = logarithmic ? min() * Math.exp(p * span) : min() + p * span;
        return nearest(whole() ? code : rounded(code));
    }

    /** The position of a code, clamped to 0..1. */
    double position(double code) {
        double p = (logarithmic ? Math.log(code / min()) : code - min()) / span;
        return max() == min() || Double.isNaN(p) ? 0 : Math.min(1, Math.max(0, p));
    }

    private double rounded(double code) {
        return unit >= 1 ? Math.rint(code / unit) * unit : Math.rint(code / unit) / Math.rint(1 / unit);
    }
}
