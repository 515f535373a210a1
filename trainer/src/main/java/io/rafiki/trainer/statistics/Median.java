package io.rafiki.trainer.statistics;

import java.util.Arrays;

/** The median. Values can be infinite. */
public final class Median {

    private Median() {}

    /** The median of values in any order; {@link Double#NaN} if there are none. */
    public static double of(double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }
}
