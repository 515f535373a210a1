package io.rafiki.trainer.evaluate;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts of values in bins of equal, round width around 0. The two outer bins include all values beyond them.
 *
 * @param bins ascending, without gaps
 */
public record Histogram(List<Bin> bins) {

    private static final int SIDE = 12;

    /**
     * One bin.
     *
     * @param from minimum
     * @param to minimum of the next bin
     * @param count number of values
     */
    public record Bin(double from, double to, int count) {}

    public Histogram {
        bins = List.copyOf(bins);
    }

    /**
     * Counts values.
     *
     * @param sorted ascending; 98 % of the values get bins of their own
     */
    public static Histogram of(double[] sorted) {
        double reach = Math.max(Math.abs(quantile(sorted, 0.01)), Math.abs(quantile(sorted, 0.99)));
        double width = round(Math.max(reach, 1e-6) / SIDE);
        int[] counts = new int[2 * SIDE];
        for (double value : sorted) {
            counts[(int) Math.max(0, Math.min(counts.length - 1, SIDE + Math.floor(value / width)))]++;
        }
        List<Bin> bins = new ArrayList<>();
        for (int b = 0; b < counts.length; b++) {
            bins.add(new Bin((b - SIDE) * width, (b - SIDE + 1) * width, counts[b]));
        }
        return new Histogram(bins);
    }

    /** The smallest value that at least this share of the values does not exceed. */
    public static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
    }

    /** The next number of the form 1, 2 or 5 times a power of ten. */
    private static double round(double width) {
        double power = Math.pow(10, Math.floor(Math.log10(width)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= width) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
