package io.rafiki.trainer.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One series of a chart. Values have six digits; null stands for a value that is no number.
 *
 * @param axis {@code right} for the second y axis; null for the first
 * @param low lower ends of intervals; null for none
 * @param high upper ends of intervals; null for none
 * @param hollow which points are drawn without filling; null for none
 * @param width of bars, in units of x; null for the width of their category
 * @param size radius of points in pixels; null for the usual one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Series(
        String name,
        Color color,
        Kind kind,
        List<BigDecimal> x,
        List<BigDecimal> y,
        String axis,
        List<BigDecimal> low,
        List<BigDecimal> high,
        List<Boolean> hollow,
        Double width,
        Double size,
        boolean faint) {

    private static final MathContext DIGITS = new MathContext(6);

    /** How values are drawn. */
    enum Kind {
        LINE,
        STEP,
        POINTS,
        BARS;

        @JsonValue
        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Series of(String name, Color color, Kind kind, double[] x, double[] y) {
        return new Series(name, color, kind, values(x), values(y), null, null, null, null, null, null, false);
    }

    Series intervals(double[] lowEnds, double[] highEnds) {
        return new Series(name, color, kind, x, y, axis, values(lowEnds), values(highEnds), hollow, width, size, faint);
    }

    /** The same with some points that are drawn without filling. */
    Series hollow(List<Boolean> points) {
        return new Series(name, color, kind, x, y, axis, low, high, List.copyOf(points), width, size, faint);
    }

    /** The same with bars of this width. */
    Series width(double bar) {
        return new Series(name, color, kind, x, y, axis, low, high, hollow, bar, size, faint);
    }

    /** The same with points of this radius. */
    Series size(double radius) {
        return new Series(name, color, kind, x, y, axis, low, high, hollow, width, radius, faint);
    }

    /** The same with transparent points, for many that overlap. */
    Series asFaint() {
        return new Series(name, color, kind, x, y, axis, low, high, hollow, width, size, true);
    }

    /** The same on the second y axis. */
    Series onRight() {
        return new Series(name, color, kind, x, y, "right", low, high, hollow, width, size, faint);
    }

    private static List<BigDecimal> values(double[] numbers) {
        return Arrays.stream(numbers)
                .mapToObj(number -> Double.isFinite(number) ? new BigDecimal(number).round(DIGITS) : null)
                .toList();
    }
}
