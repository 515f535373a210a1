package io.rafiki.trainer.statistics;

import org.apache.commons.math3.stat.StatUtils;

/** The median of all pairwise slopes (Theil 1950, Sen 1968), robust against single outliers. */
public final class TheilSen {

    private static final double MAX_CORRELATION = 0.9;

    private TheilSen() {}

    /** The slope per value of equally spaced values; 0 for fewer than two. */
    public static double slope(double[] values) {
        int n = values.length;
        if (n < 2) {
            return 0;
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int pair = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[pair++] = (values[j] - values[i]) / (j - i);
            }
        }
        return Median.of(slopes);
    }

    /** The change along the line over the whole length. */
    public static double change(double[] values) {
        return slope(values) * Math.max(0, values.length - 1);
    }

    /** An estimate of the standard error of {@link #change}, with the first-order autocorrelation of the residuals if it is positive. */
    public static double errorOfChange(double[] values) {
        int n = values.length;
        if (n < 3) {
            return Double.POSITIVE_INFINITY;
        }
        double slope = slope(values);
        double mean = StatUtils.mean(values);
        double squares = 0;
        double products = 0;
        double last = 0;
        for (int i = 0; i < n; i++) {
            double residual = values[i] - mean - slope * (i - (n - 1) / 2.0);
            squares += residual * residual;
            products += i == 0 ? 0 : residual * last;
            last = residual;
        }
        double correlation = squares == 0 ? 0 : Math.min(MAX_CORRELATION, Math.max(0, products / squares));
        // least squares give 12 s^2 (n - 1) / (n (n + 1)), which is too small where the autocorrelation of few values
        // is estimated
        return Math.sqrt(12 * squares / (n - 2) * (1 + correlation) / (1 - correlation) / n);
    }
}
