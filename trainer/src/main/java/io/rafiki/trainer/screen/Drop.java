package io.rafiki.trainer.screen;

import java.util.Arrays;

/**
 * Where ranked scores drop: the split into a head and a tail that makes both most alike within, which is the least sum of squared
 * deviations of the logarithms from the mean of their part (Fisher 1958, natural breaks of two classes).
 *
 * <p>The paper takes the top k before "a distinct drop in the variance" (Rafiki §3.4.1) and leaves to the eye where that is. Logarithms, so
 * that one knob that matters eleven times as much as the next, as compaction did there, does not hide the next ones.
 */
final class Drop {

    /** What is less than this share of the greatest counts as much: the logarithm of nothing is no number. */
    private static final double LEAST_SHARE = 1e-4;

    private Drop() {}

    /**
     * How many scores come before the drop: at least one and not all; with fewer than three scores all.
     *
     * @param ranked from the greatest down
     */
    static int head(double[] ranked) {
        if (ranked.length < 3) {
            return ranked.length;
        }
        double[] logs = Arrays.stream(ranked)
                .map(score -> Math.log(Math.max(score, ranked[0] * LEAST_SHARE)))
                .toArray();
        int best = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int head = 1; head < logs.length; head++) {
            double spread = spread(logs, 0, head) + spread(logs, head, logs.length);
            if (spread < least) {
                least = spread;
                best = head;
            }
        }
        return best;
    }

    private static double spread(double[] values, int from, int to) {
        double mean = Arrays.stream(values, from, to).average().orElseThrow();
        return Arrays.stream(values, from, to)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }
}
