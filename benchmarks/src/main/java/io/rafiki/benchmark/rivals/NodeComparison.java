package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.statistics.Median;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TunerObjective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Choices and best practices under one workload, as measured in rounds. Two measurements of one round and session are a pair.
 *
 * @param workload its name
 * @param objective of the tuners
 * @param measured measurements of each configuration by round
 */
public record NodeComparison(
        String workload, TunerObjective objective, Map<String, Map<VerificationRow.Round, Measurement>> measured) {

    public NodeComparison {
        measured = new LinkedHashMap<>(measured);
    }

    /**
     * A trial that ended.
     *
     * @param rate operations per second; 0 if the trial failed
     * @param p99 99th percentile of latency at the open-loop rate in microseconds; infinite if the load was not carried or the trial failed;
     *     {@link Double#NaN} without such a load
     */
    public record Measurement(double rate, double p99) {

        /** @param hasRate whether the trials have an open loop at one rate */
        static Measurement of(Trial trial, boolean hasRate) {
            return trial.hasFailed()
                    ? new Measurement(0, hasRate ? Double.POSITIVE_INFINITY : Double.NaN)
                    : new Measurement(
                            trial.throughput().mean(),
                            trial.atPlannedRate().stream()
                                    .mapToDouble(
                                            load -> load.hasCarriedTarget() ? load.p99() : Double.POSITIVE_INFINITY)
                                    .findFirst()
                                    .orElse(Double.NaN));
        }
    }

    /**
     * A configuration in pairs with the baseline.
     *
     * @param rate mean operations per second
     * @param p99 median latency at the open-loop rate in microseconds; {@link Double#NaN} without such a load
     * @param isWithin whether this median is within the limit of the objective
     * @param gain over the baseline: more throughput (geometric mean of the pairs' ratios), or less latency (median)
     * @param regret share of the best throughput that this configuration loses, or share of the least latency that it adds
     */
    public record Row(
            String name, int pairs, double rate, double p99, boolean isWithin, ConfidenceInterval gain, double regret) {

        private boolean isDominatedBy(Row other) {
            return other.rate >= rate && other.p99 <= p99 && (other.rate > rate || other.p99 < p99);
        }
    }

    /**
     * Rafiki's choice in pairs with another configuration.
     *
     * @param name of the other one
     * @param gain of Rafiki's choice over it: more throughput (geometric mean), or less latency (median)
     * @param p of Wilcoxon's signed-rank test, two-sided
     * @param isBetter direction of p: whether the larger rank sum is that of Rafiki's choice
     */
    public record Contest(
            String workload, String name, int pairs, ConfidenceInterval gain, double p, boolean isBetter) {

        String verdict() {
            return RivalComparison.verdict(p, isBetter);
        }
    }

    /** The configurations with a pair: those within the limit first, and the highest gain first. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        measured.forEach((name, own) -> {
            double[] logs = logs(own, of(BestPractices.BASELINE));
            if (logs.length > 0) {
                rows.add(new Row(name, logs.length, rate(own), p99(own), isWithin(own), gain(logs), 0));
            }
        });
        // over a baseline that carries the rate in no round, all gains are the same
        rows.sort(Comparator.comparing((Row row) -> !row.isWithin())
                .thenComparingDouble(row -> -row.gain().mean())
                .thenComparingDouble(Row::p99));
        return rows.stream()
                .map(row -> new Row(
                        row.name(),
                        row.pairs(),
                        row.rate(),
                        row.p99(),
                        row.isWithin(),
                        row.gain(),
                        regret(row.name(), rows.get(0).name())))
                .toList();
    }

    /** The Pareto front: the rows that no other one exceeds in throughput and latency, the highest throughput first. */
    public List<Row> front() {
        List<Row> rows = rows();
        return rows.stream()
                .filter(row -> Double.isFinite(row.p99()))
                .filter(row -> rows.stream().noneMatch(row::isDominatedBy))
                .sorted(Comparator.comparingDouble(row -> -row.rate()))
                .toList();
    }

    /**
     * Rafiki's choice, that of the first seed, against each other configuration. A configuration with several names counts once. Those that
     * exceed the limit of the objective are absent. If Rafiki's choice exceeds it, all are absent.
     */
    public List<Contest> contests() {
        Map<VerificationRow.Round, Measurement> own = of(Tuners.REFERENCE);
        List<Contest> contests = new ArrayList<>();
        Set<Map<VerificationRow.Round, Measurement>> compared = new HashSet<>(Set.of(own));
        measured.forEach((name, other) -> {
            double[] logs = logs(own, other);
            if (compared.add(other) && logs.length > 0 && isWithin(own) && isWithin(other)) {
                contests.add(new Contest(
                        workload, name, logs.length, gain(logs), VerificationRow.p(logs), VerificationRow.rises(logs)));
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
                            contest.workload(),
                            contest.name(),
                            contest.pairs(),
                            contest.gain(),
                            adjusted[i],
                            contest.isBetter());
                })
                .toList();
    }

    boolean isLatency() {
        return objective.objective() == TrialObjective.p99;
    }

    private Map<VerificationRow.Round, Measurement> of(String name) {
        return measured.getOrDefault(name, Map.of());
    }

    /** The log ratios in the same round, above 0 where the first one is better. */
    private double[] logs(
            Map<VerificationRow.Round, Measurement> these, Map<VerificationRow.Round, Measurement> those) {
        return isLatency()
                ? VerificationRow.logRatios(latencies(those), latencies(these))
                : VerificationRow.logRatios(rates(these), rates(those));
    }

    private ConfidenceInterval gain(double[] logs) {
        return VerificationRow.interval(isLatency(), logs).on(isLatency() ? log -> -Math.expm1(-log) : Math::expm1);
    }

    private double regret(String name, String best) {
        double[] logs = logs(of(best), of(name));
        double lost = logs.length == 0
                ? 0
                : VerificationRow.interval(isLatency(), logs).mean();
        return isLatency() ? Math.expm1(lost) : -Math.expm1(-lost);
    }

    private boolean isWithin(Map<VerificationRow.Round, Measurement> own) {
        return objective.maxP99().isEmpty() || p99(own) <= objective.maxP99().getAsDouble();
    }

    /** The rounds that all configurations have, so that no other machine or day favours one; all rounds if there is none. */
    private Map<VerificationRow.Round, Measurement> shared(Map<VerificationRow.Round, Measurement> own) {
        Map<VerificationRow.Round, Measurement> shared = new LinkedHashMap<>(own);
        measured.values().forEach(other -> shared.keySet().retainAll(other.keySet()));
        return shared.isEmpty() ? own : shared;
    }

    private double rate(Map<VerificationRow.Round, Measurement> own) {
        return shared(own).values().stream()
                .mapToDouble(Measurement::rate)
                .average()
                .orElseThrow();
    }

    private double p99(Map<VerificationRow.Round, Measurement> own) {
        return Median.of(latencies(shared(own)).values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    private static Map<VerificationRow.Round, Double> rates(Map<VerificationRow.Round, Measurement> own) {
        return own.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue()
                .rate()));
    }

    private static Map<VerificationRow.Round, Double> latencies(Map<VerificationRow.Round, Measurement> own) {
        return own.entrySet().stream()
                .filter(each -> !Double.isNaN(each.getValue().p99()))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().p99()));
    }
}
