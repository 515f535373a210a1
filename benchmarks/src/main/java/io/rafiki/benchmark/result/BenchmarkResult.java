package io.rafiki.benchmark.result;

import io.rafiki.trainer.statistics.Median;
import java.util.Arrays;

/**
 * A measured quantity: the median of several runs, and the central 80 % of the runs.
 *
 * @param name name of the quantity
 * @param unit unit of the numbers
 * @param median median of the runs
 * @param low tenth percentile of the runs
 * @param high ninetieth percentile of the runs
 * @param runs number of runs
 */
public record BenchmarkResult(String name, String unit, double median, double low, double high, int runs) {

    public static BenchmarkResult of(String name, String unit, double[] runs) {
        double[] sorted = runs.clone();
        Arrays.sort(sorted);
        return new BenchmarkResult(name, unit, Median.of(sorted), at(sorted, 0.1), at(sorted, 0.9), sorted.length);
    }

    /** A count or ratio without variation. */
    public static BenchmarkResult exact(String name, String unit, double value) {
        return new BenchmarkResult(name, unit, value, value, value, 1);
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
