package io.rafiki.trainer.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for multiple tests: adjusted p values that bound the family-wise error rate (Holm, Scandinavian Journal of Statistics
 * 6, 1979).
 */
public final class Holm {

    private Holm() {}

    /** The adjusted p values, in the given order. */
    public static double[] adjusted(double[] p) {
        Integer[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .toArray(Integer[]::new);
        double[] adjusted = new double[p.length];
        Arrays.fill(adjusted, 1);
        double least = 0;
        for (int rank = 0; rank < order.length; rank++) {
            least = Math.max(least, Math.min(1, (p.length - rank) * p[order[rank]]));
            adjusted[order[rank]] = least;
        }
        return adjusted;
    }
}
