package io.rafiki.surrogate;

import java.util.ArrayList;
import java.util.List;

/**
 * The median over networks, row by row of a block, by a sorting network: comparisons that do not depend on the values, so that each is
 * one loop over the block that HotSpot turns into vector instructions (Batcher's merge exchange, Knuth vol. 3, 5.2.2, algorithm M).
 *
 * <p>Comparisons that cannot reach the middle are left out. Keeps scratch space; for one thread.
 */
final class BlockMedian {

    private record Exchange(int low, int high) {}

    private final Exchange[] exchanges;
    private final double[][] sorted;

    /** @param networks how many values each median is taken of */
    BlockMedian(int networks) {
        exchanges = reachingTheMiddle(mergeExchange(networks), networks).toArray(Exchange[]::new);
        sorted = new double[networks][Kernel.BLOCK];
    }

    /** @param medians receives for each row the median, or the mean of the two in the middle */
    void run(double[][] values, double[] medians) {
        for (int m = 0; m < sorted.length; m++) {
            System.arraycopy(values[m], 0, sorted[m], 0, Kernel.BLOCK);
        }
        for (Exchange exchange : exchanges) {
            order(sorted[exchange.low()], sorted[exchange.high()]);
        }
        middle(sorted[(sorted.length - 1) / 2], sorted[sorted.length / 2], medians);
    }

    private static void order(double[] low, double[] high) {
        for (int b = 0; b < Kernel.BLOCK; b++) {
            double x = low[b];
            double y = high[b];
            low[b] = Math.min(x, y);
            high[b] = Math.max(x, y);
        }
    }

    private static void middle(double[] below, double[] above, double[] medians) {
        for (int b = 0; b < Kernel.BLOCK; b++) {
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

    private static List<Exchange> reachingTheMiddle(List<Exchange> all, int n) {
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
