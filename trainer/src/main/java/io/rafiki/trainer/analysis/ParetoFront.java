package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The Pareto front of throughput against a latency at one workload. Each row has the greatest throughput under a bound on the latency
 * (epsilon constraint; Haimes, Lasdon and Wismer 1971). The bounds are a grid from the latency of the greatest throughput to the lowest
 * latency.
 *
 * <p>Configurations compare by the lower bound of throughput and the upper bound of the latency, as in searches.
 *
 * @param fastest recommendation for the greatest throughput
 * @param latency the latency
 * @param rate open-loop rate that each row carries, in operations per second; 0 without such a limit
 * @param base configuration for comparison
 * @param rows at least one and at most ten, by falling throughput and latency
 */
public record ParetoFront(Recommendation fastest, Metric latency, double rate, Row base, List<Row> rows) {

    /** The bounds between both ends, with the lowest latency among them. With both ends, these are ten rows. */
    private static final int BOUNDS = 8;

    /**
     * One configuration.
     *
     * @param configuration the configuration
     * @param throughput its predicted throughput
     * @param latency its predicted latency
     * @param gain its gain of throughput over the base
     */
    public record Row(Configuration configuration, Prediction throughput, Prediction latency, RelativeGain gain) {}

    public ParetoFront {
        rows = List.copyOf(rows);
    }

    /**
     * Searches the front, for the latency at the open-loop rate if the model predicts it, otherwise for the read latency.
     *
     * @param limits upper limits of latencies, in the metrics' unit
     * @throws IllegalArgumentException with one line if the model lacks a latency
     * @throws IllegalStateException with one line if no configuration satisfies the limits or the constraints
     */
    public static ParetoFront of(ModelSearch search, Map<Metric, Double> limits) {
        Metric latency = search.predicts(Metric.P99_AT_RATE) ? Metric.P99_AT_RATE : Metric.READ_P99;
        Recommendation lowest = search.best(latency, limits);
        Recommendation fastest = search.best(Metric.THROUGHPUT, limits);
        if (!lowest.isWithinLimits() || !fastest.isWithinLimits()) {
            throw new IllegalStateException(
                    "--front: expected a configuration that satisfies all limits, found none. Raise a limit, or lower"
                            + " --kappa.");
        }
        double kappa = fastest.kappa();
        List<Row> rows = new ArrayList<>();
        rows.add(search.row(lowest.best(), latency));
        rows.add(search.row(fastest.best(), latency));
        double least = rows.get(0).latency().upperBound(kappa);
        double most = rows.get(1).latency().upperBound(kappa);
        Configuration tighter = lowest.best();
        for (int bound = 0; bound < BOUNDS && least < most; bound++) {
            Map<Metric, Double> bounded = new EnumMap<>(Metric.class);
            bounded.putAll(limits);
            bounded.merge(latency, least + (most - least) * bound / BOUNDS, Math::min);
            Recommendation next = search.best(Metric.THROUGHPUT, bounded, List.of(tighter));
            if (next.isWithinLimits()) {
                tighter = next.best();
                rows.add(search.row(tighter, latency));
            }
        }
        return new ParetoFront(
                fastest, latency, lowest.rate(), search.row(lowest.base(), latency), nonDominated(rows, kappa));
    }

    private static List<Row> nonDominated(List<Row> rows, double kappa) {
        List<Row> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparingDouble((Row row) -> -row.throughput().lowerBound(kappa))
                .thenComparingDouble(row -> row.latency().upperBound(kappa)));
        List<Row> front = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        for (Row row : sorted) {
            if (row.latency().upperBound(kappa) < least) {
                front.add(row);
                least = row.latency().upperBound(kappa);
            }
        }
        return front;
    }
}
