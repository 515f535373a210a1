package io.rafiki.trainer.screening;

import java.util.Arrays;

/**
 * Finds the drop in ranked scores: the split into head and tail with the least sum of squared deviations of the logarithms from the mean
 * of their part (Fisher 1958, natural breaks of two classes).
 *
 * <p>The paper takes the top k before "a distinct drop in the variance" (Rafiki §3.4.1) and finds it by eye. Logarithms prevent that one
 * dominant knob (compaction there has eleven times the effect of the next) hides the drop behind the next ones.
 */
final class ElbowRule {

    /** Smaller shares of the greatest score are set to this share, because the logarithm of zero is undefined. */
    private static final double LEAST_SHARE = 1e-4;

    private ElbowRule() {}

    /**
     * The number of scores before the drop: at least one and not all; with fewer than three scores all.
     *
     * @param ranked scores in descending order
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
