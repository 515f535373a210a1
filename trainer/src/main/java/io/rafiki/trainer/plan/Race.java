package io.rafiki.trainer.plan;

import io.rafiki.trainer.statistics.ReplicateNoise;
import io.rafiki.trainer.trial.TrialObjective;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A race of configurations under one workload. It eliminates a configuration whose mean m of log throughput satisfies, against others with
 * a higher mean m',
 *
 * <pre>m + t s sqrt(1 / n + 1 / n') &lt; m' + log(1 + margin)</pre>
 *
 * <p>n and n' count replicates. s is the deviation of replicates, pooled with a prior. t is Student's quantile at the level
 * 1 - 0.05 / (n (n + 1)). These levels add up to 5 % over all n, so the bound is valid after every replicate. It is not corrected for the
 * number of configurations, like the t-race of irace (López-Ibáñez et al. 2016).
 *
 * <p>For a latency, m is the mean of the negative logarithm.
 *
 * <p>Successive halving (Jamieson and Talwalkar 2016) replaces this test: after each round of replicates, the better half continues.
 *
 * @param <C> configuration
 */
public final class Race<C> {

    private static final int PRIOR_DEGREES = 10;
    private static final double ERROR = 0.05;

    /**
     * When a configuration is eliminated.
     *
     * @param keep number of better configurations that eliminate it, at least 1
     * @param margin a lead up to this share does not count, so the choice is at most this share below the best
     * @param halve whether each round of replicates eliminates the worse half, whatever its lead; then the margin does not count
     */
    public record Rule(int keep, double margin, boolean halve) {}

    private final Rule rule;
    private final TrialObjective objective;
    private final Map<C, List<Double>> logs = new LinkedHashMap<>();

    /** A race for the greatest throughput. */
    public Race(Rule rule) {
        this(rule, TrialObjective.throughput);
    }

    public Race(Rule rule, TrialObjective objective) {
        this.rule = rule;
        this.objective = objective;
    }

    /** Adds the value of a replicate. */
    public void add(C configuration, double value) {
        logs.computeIfAbsent(configuration, first -> new ArrayList<>())
                .add(objective.signed(Math.log(Math.max(1, value))));
    }

    /** Whether enough others are better. A configuration without a replicate is never eliminated. */
    public boolean isEliminated(C configuration) {
        List<Double> own = logs.get(configuration);
        return own != null
                && (rule.halve() ? isInWorseHalf(configuration) : mean(own) < threshold(configuration, own.size()));
    }

    /** Whether the configuration is in the worse half of a round that is over. Round n compares the means of n replicates. */
    private boolean isInWorseHalf(C configuration) {
        List<C> round = List.copyOf(logs.keySet());
        for (int n = 1; round.size() > rule.keep() && round.contains(configuration); n++) {
            int replicates = n;
            if (round.stream().anyMatch(each -> logs.get(each).size() < replicates)) {
                return false;
            }
            round = round.stream()
                    .sorted(Comparator.comparingDouble(
                            each -> -mean(logs.get(each).subList(0, replicates))))
                    .limit(Math.max(rule.keep(), (round.size() + 1) / 2))
                    .toList();
        }
        return !round.contains(configuration);
    }

    /** The throughput below which the next replicate eliminates the configuration; empty without enough others, or for a latency. */
    public OptionalDouble floor(C configuration) {
        List<Double> own = logs.getOrDefault(configuration, List.of());
        int n = own.size() + 1;
        boolean hasFloor = objective == TrialObjective.throughput && !rule.halve();
        double threshold = hasFloor ? threshold(configuration, n) : Double.NEGATIVE_INFINITY;
        return threshold == Double.NEGATIVE_INFINITY
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.exp(n * threshold - sum(own)));
    }

    /** Whether all of these were measured and only as many as the race keeps are not eliminated. */
    public boolean isDecided(Collection<C> all) {
        return logs.keySet().containsAll(all)
                && all.stream().filter(each -> !isEliminated(each)).count() <= rule.keep();
    }

    /** The configuration with the highest mean of those that are not eliminated; empty without a replicate. */
    public Optional<C> leader() {
        return logs.entrySet().stream()
                .filter(entry -> !isEliminated(entry.getKey()))
                .max(Comparator.comparingDouble(entry -> mean(entry.getValue())))
                .map(Map.Entry::getKey);
    }

    /** The mean below which a configuration with n replicates is eliminated. */
    private double threshold(C configuration, int n) {
        ReplicateNoise measured = ReplicateNoise.in(
                1,
                logs.values().stream()
                        .map(values ->
                                values.stream().mapToDouble(Double::doubleValue).toArray())
                        .toList());
        int degrees = PRIOR_DEGREES + measured.degrees();
        double squares = PRIOR_DEGREES * objective.replicateDeviation() * objective.replicateDeviation()
                + measured.degrees() * measured.deviation() * measured.deviation();
        double width = Math.sqrt(squares / degrees)
                * new TDistribution(degrees).inverseCumulativeProbability(1 - ERROR / (n * (n + 1.0)));
        double margin = Math.log1p(rule.margin());
        return logs.entrySet().stream()
                .filter(other -> !other.getKey().equals(configuration))
                .map(other -> mean(other.getValue())
                        + Math.min(
                                0,
                                margin
                                        - width
                                                * Math.sqrt(1.0 / n
                                                        + 1.0 / other.getValue().size())))
                .sorted(Comparator.reverseOrder())
                .skip(rule.keep() - 1L)
                .findFirst()
                .orElse(Double.NEGATIVE_INFINITY);
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static double mean(List<Double> values) {
        return sum(values) / values.size();
    }
}
