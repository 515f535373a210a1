package io.rafiki.trainer.validate;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts of values in bins of equal, round width about 0; the two outer bins take what lies beyond.
 *
 * @param bins ascending, without gaps
 */
record Histogram(List<Bin> bins) {

    private static final int SIDE = 12;

    /**
     * One bin.
     *
     * @param from least value
     * @param to where the next begins
     * @param count of values; in the first and last bin with those beyond it
     */
    record Bin(double from, double to, int count) {}

    Histogram {
        bins = List.copyOf(bins);
    }

    /** @param sorted ascending; 98 % of the values get bins of their own */
    static Histogram of(double[] sorted) {
        double reach = Math.max(
                Math.abs(ValidationSheet.quantile(sorted, 0.01)), Math.abs(ValidationSheet.quantile(sorted, 0.99)));
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
