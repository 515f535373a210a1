package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Holm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Choices and best practices under one workload, as measured in rounds. Two measurements of one round and session are a pair.
 *
 * @param workload its name
 * @param rates operations per second of each configuration by round
 */
public record NodeComparison(String workload, Map<String, Map<VerificationRow.Round, Double>> rates) {

    public NodeComparison {
        rates = new LinkedHashMap<>(rates);
    }

    /**
     * A configuration in pairs with the baseline.
     *
     * @param rate mean operations per second
     * @param gain over the baseline
     * @param regret share of the best configuration's throughput that this one loses
     */
    public record Row(String name, int pairs, double rate, ConfidenceInterval gain, double regret) {}

    /**
     * Rafiki's choice in pairs with another configuration.
     *
     * @param name of the other one
     * @param gain of Rafiki's choice over it
     * @param p of Wilcoxon's signed-rank test, two-sided
     */
    public record Contest(String workload, String name, int pairs, ConfidenceInterval gain, double p) {

        private static final double LEVEL = 0.05;

        /** The verdict about Rafiki, in words. */
        String verdict() {
            return p > LEVEL ? "not shown to differ" : gain.mean() > 0 ? "better" : "worse";
        }
    }

    /** The configurations with a pair, the highest gain first. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rates.forEach((name, own) -> {
            double[] logs = VerificationRow.logRatios(own, of(BestPractices.BASELINE));
            if (logs.length > 0) {
                double rate = own.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow();
                rows.add(new Row(name, logs.length, rate, gain(logs), 0));
            }
        });
        double best = rows.stream().mapToDouble(row -> row.gain().mean()).max().orElse(0);
        return rows.stream()
                .map(row -> new Row(
                        row.name(),
                        row.pairs(),
                        row.rate(),
                        row.gain(),
                        1 - (1 + row.gain().mean()) / (1 + best)))
                .sorted(Comparator.comparingDouble(Row::regret))
                .toList();
    }

    /** Rafiki's choice, that of the first seed, against each other configuration. Names of the same configuration are absent. */
    public List<Contest> contests() {
        Map<VerificationRow.Round, Double> own = of(Tuners.REFERENCE);
        List<Contest> contests = new ArrayList<>();
        rates.forEach((name, other) -> {
            double[] logs = VerificationRow.logRatios(own, other);
            if (!other.equals(own) && logs.length > 0) {
                contests.add(new Contest(workload, name, logs.length, gain(logs), VerificationRow.p(logs)));
            }
        });
        return contests;
    }

    /** The contests of several workloads with p values that are adjusted for all of them (Holm). */
    public static List<Contest> adjusted(List<NodeComparison> comparisons) {
        List<Contest> all = comparisons.stream()
                .flatMap(comparison -> comparison.contests().stream())
                .toList();
        double[] adjusted = Holm.adjusted(all.stream().mapToDouble(Contest::p).toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> {
                    Contest contest = all.get(i);
                    return new Contest(
                            contest.workload(), contest.name(), contest.pairs(), contest.gain(), adjusted[i]);
                })
                .toList();
    }

    private Map<VerificationRow.Round, Double> of(String name) {
        return rates.getOrDefault(name, Map.of());
    }

    private static ConfidenceInterval gain(double[] logs) {
        return ConfidenceInterval.of(logs).on(Math::expm1);
    }
}
