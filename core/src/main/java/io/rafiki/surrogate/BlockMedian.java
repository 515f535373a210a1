package io.rafiki.surrogate;

import java.util.ArrayList;
import java.util.List;

/**
 * The median over networks for each row of a block, by a sorting network. Its comparisons do not depend on the values, so each is one
 * vectorised loop over the block (Batcher's merge exchange, Knuth vol. 3, 5.2.2, algorithm M).
 *
 * <p>Comparisons that cannot affect the median are omitted. Holds scratch space; not thread-safe.
 */
final class BlockMedian {

    private record Exchange(int low, int high) {}

    private final Exchange[] exchanges;
    private final double[][] sorted;

    /** @param networks number of values per median */
    BlockMedian(int networks) {
        exchanges = reachingMedian(mergeExchange(networks), networks).toArray(Exchange[]::new);
        sorted = new double[networks][BatchEvaluator.BLOCK];
    }

    /** @param medians receives the median of each row, or the mean of the two middle values */
    void run(double[][] values, double[] medians) {
        for (int m = 0; m < sorted.length; m++) {
            System.arraycopy(values[m], 0, sorted[m], 0, BatchEvaluator.BLOCK);
        }
        for (Exchange exchange : exchanges) {
            order(sorted[exchange.low()], sorted[exchange.high()]);
        }
        middle(sorted[(sorted.length - 1) / 2], sorted[sorted.length / 2], medians);
    }

    private static void order(double[] low, double[] high) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double x = low[b];
            double y = high[b];
            low[b] = Math.min(x, y);
            high[b] = Math.max(x, y);
        }
    }

    private static void middle(double[] below, double[] above, double[] medians) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            medians[b] = 0.5 * (below[b] + above[b]);
        }
    }

    private static List<Exchange> mergeExchange(int n) {
        List<Exchange> all = new ArrayList<>();
        int top = Integer.highestOneBit(Math.max(1, n - 1));
        for (int p = top; p > 0; p /= 2) {
            int q = top;
            int r = 0;
            int distance = p;
            while (true) {
                for (int i = 0; i + distance < n; i++) {
                    if ((i & p) == r) {
                        all.add(new Exchange(i, i + distance));
                    }
                }
                if (q == p) {
                    break;
                }
                distance = q - p;
                q /= 2;
                r = p;
            }
        }
        return all;
    }

    private static List<Exchange> reachingMedian(List<Exchange> all, int n) {
        boolean[] needed = new boolean[n];
        needed[(n - 1) / 2] = true;
        needed[n / 2] = true;
        List<Exchange> kept = new ArrayList<>();
        for (int e = all.size() - 1; e >= 0; e--) {
            Exchange exchange = all.get(e);
            if (needed[exchange.low()] || needed[exchange.high()]) {
                needed[exchange.low()] = true;
                needed[exchange.high()] = true;
                kept.add(0, exchange);
            }
        }
        return kept;
    }
}
