package io.rafiki.trainer.statistics;

import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;

/** The median. Values can be infinite. */
public final class Median {

    private static final double TAIL = 0.025;

    private Median() {}

    /** The median of values in any order; {@link Double#NaN} if there are none. */
    public static double of(double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    /**
     * The median of independent values with its 95 % confidence interval between two of them, for any distribution (Conover 1999, §3.2).
     * Fewer than six values have no interval.
     */
    public static ConfidenceInterval interval(double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        int n = sorted.length;
        // of n values, the number below the median has this distribution
        BinomialDistribution below = new BinomialDistribution(n, 0.5);
        int outside = 0;
        while (below.cumulativeProbability(outside) <= TAIL) {
            outside++;
        }
        return outside == 0
                ? new ConfidenceInterval(of(sorted), Double.NaN, Double.NaN)
                : new ConfidenceInterval(of(sorted), sorted[outside - 1], sorted[n - outside]);
    }
}
