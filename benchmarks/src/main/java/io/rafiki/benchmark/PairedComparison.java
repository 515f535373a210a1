package io.rafiki.benchmark;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Median;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Measurements in pairs: the same thing without and with what is judged, one right after the other or both at once.
 *
 * @param without that of each pair which does without
 * @param with the other
 */
public record PairedComparison(List<Double> without, List<Double> with) {

    private static final double BEYOND = 0.05;

    /**
     * What the other adds.
     *
     * @param median of the differences
     * @param low lower end of the 95 % interval of the median
     * @param high upper end
     */
    public record Difference(double median, double low, double high) {}

    /** @throws IllegalArgumentException if there are none, or one is without its other */
    public PairedComparison {
        without = List.copyOf(without);
        with = List.copyOf(with);
        if (without.isEmpty() || without.size() != with.size()) {
            throw new IllegalArgumentException(
                    "pairs: expected as many of each, at least 1, found " + without.size() + " and " + with.size());
        }
    }

    /**
     * The median of the differences, with the interval between two of them that holds the true median in 95 % of cases or more
     * (sign test; Conover 1999, §3.2). With fewer than six pairs there is none so sure, and it is the whole range.
     */
    public Difference difference() {
        double[] sorted = new double[with.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = with.get(i) - without.get(i);
        }
        Arrays.sort(sorted);
        int cut = cut(sorted.length);
        return new Difference(Median.of(sorted), sorted[cut], sorted[sorted.length - 1 - cut]);
    }

    /**
     * By what share the other differs, 0.01 being 1 % more: the geometric mean of the pairs' ratios, with the interval of their logarithms.
     * It suits quantities of which each pair shares its disturbances, such as throughput.
     *
     * @throws IllegalStateException with fewer than two pairs
     */
    public ConfidenceInterval share() {
        int n = with.size();
        if (n < 2) {
            throw new IllegalStateException("pairs: expected at least 2 for an interval, found " + n);
        }
        double[] logs = new double[n];
        for (int i = 0; i < n; i++) {
            logs[i] = Math.log(with.get(i) / without.get(i));
        }
        return ConfidenceInterval.of(logs).on(Math::expm1);
    }

    /** The median without what is judged. */
    public double base() {
        return Median.of(without.stream().mapToDouble(seconds -> seconds).toArray());
    }

    /** How many differences are left out at each end. */
    private static int cut(int n) {
        BinomialDistribution signs = new BinomialDistribution(n, 0.5);
        int cut = 0;
        while (2 * signs.cumulativeProbability(cut + 1) <= BEYOND) {
            cut++;
        }
        return cut;
    }
}
