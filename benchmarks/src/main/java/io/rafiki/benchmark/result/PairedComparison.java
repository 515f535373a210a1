package io.rafiki.benchmark.result;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Median;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measurements in pairs, one without and one with the treatment. Both of a pair are measured in succession or at the same time.
 *
 * @param without measurements without the treatment
 * @param with measurements with the treatment
 */
public record PairedComparison(List<Double> without, List<Double> with) {

    /**
     * The effect of the treatment.
     *
     * @param median median of the differences
     * @param low lower end of the 95 % interval of the median
     * @param high upper end
     */
    public record Difference(double median, double low, double high) {}

    /** @throws IllegalArgumentException without measurements, or if one has no counterpart */
    public PairedComparison {
        without = List.copyOf(without);
        with = List.copyOf(with);
        if (without.isEmpty() || without.size() != with.size()) {
            throw new IllegalArgumentException(
                    "pairs: expected as many of each, at least 1, found " + without.size() + " and " + with.size());
        }
    }

    /**
     * The median of the differences, with its distribution-free {@linkplain Median#interval interval}. With fewer than six pairs no such
     * interval exists, and the result is the whole range.
     */
    public Difference difference() {
        double[] sorted = new double[with.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = with.get(i) - without.get(i);
        }
        Arrays.sort(sorted);
        ConfidenceInterval median = Median.interval(sorted);
        return Double.isNaN(median.low())
                ? new Difference(median.mean(), sorted[0], sorted[sorted.length - 1])
                : new Difference(median.mean(), median.low(), median.high());
    }

    /**
     * The relative difference, 0.01 for 1 % more: the geometric mean of the ratios, with Student's interval of their logarithms. It suits
     * quantities whose disturbances affect both of a pair, such as throughput.
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

    /**
     * The geometric means of these measurements and others in the same pairs, such as of another node.
     *
     * @throws IllegalArgumentException if the numbers of pairs differ
     */
    public PairedComparison mean(PairedComparison other) {
        return new PairedComparison(mean(without, other.without), mean(with, other.with));
    }

    private static List<Double> mean(List<Double> some, List<Double> others) {
        if (some.size() != others.size()) {
            throw new IllegalArgumentException(
                    "pairs: expected as many of each, found " + some.size() + " and " + others.size());
        }
        return IntStream.range(0, some.size())
                .mapToObj(i -> Math.sqrt(some.get(i) * others.get(i)))
                .toList();
    }

    /** The median without the treatment. */
    public double base() {
        return Median.of(without.stream().mapToDouble(seconds -> seconds).toArray());
    }
}
