package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.train.Session;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Configurations in pairs with the baseline: the n-th replicate of a configuration and the n-th replicate of the baseline at the same read
 * ratio, as the plan counts them, if both were measured in one {@link Session}: in the same round, unless one of them had to be measured
 * again.
 *
 * @param rows configurations with replicates, by workload, then the greatest mean first
 * @param single configurations that were measured once, in the same order
 * @param latencies configurations with replicates of the p99 at the rate of the plan, by workload, then the least mean first; empty without
 *     such a rate
 * @param same what the plan calls the baseline itself, by workload
 * @param apart replicates without a pair, because the two were measured in different sessions
 * @param withoutBaseline number of trials by workload at which the baseline was not measured
 * @param trials number of trials by status, in words
 * @param drift a sentence
 * @param environment hardware and software of the trials
 */
public record PairedVerification(
        List<VerificationRow> rows,
        List<VerificationRow> single,
        List<VerificationRow> latencies,
        Map<Workload, String> same,
        int apart,
        Map<Workload, Long> withoutBaseline,
        String trials,
        String drift,
        Map<String, String> environment) {

    /** Maximum number of pairs for the exact form of Wilcoxon's test. */
    public static final int EXACT = 20;

    private static final int MOST_REPEATS = 1000;

    /**
     * Rafiki's choice, which can be the baseline, against another configuration with a label at the same workload.
     *
     * @param other what it is compared with
     * @param pairs of replicates in the same rounds
     * @param change from the other one to Rafiki's choice, as {@link VerificationRow#change}
     * @param p as a row's; adjusted for all contests
     */
    public record Contest(VerificationRow other, int pairs, ConfidenceInterval change, double p) {

        Contest adjusted(double adjusted) {
            return new Contest(other, pairs, change, adjusted);
        }
    }

    public PairedVerification {
        rows = List.copyOf(rows);
        single = List.copyOf(single);
        latencies = List.copyOf(latencies);
    }

    /** One for each other configuration whose throughput was measured twice in the same rounds as that of the choice. */
    public List<Contest> contests() {
        return contests(rows);
    }

    /** The same for the p99 at the rate of the plan. */
    public List<Contest> latencyContests() {
        return contests(latencies);
    }

    private List<Contest> contests(List<VerificationRow> all) {
        List<Contest> contests = new ArrayList<>();
        for (VerificationRow other : all) {
            if (!other.label().isEmpty() && !isChoice(other.label())) {
                choices(all, other)
                        .map(choice -> VerificationRow.logRatios(choice, other.measured()))
                        .filter(logs -> logs.length >= VerificationRow.FEWEST)
                        .forEach(logs -> contests.add(
                                new Contest(other, logs.length, other.changeOf(logs), VerificationRow.p(logs))));
            }
        }
        double[] adjusted =
                Holm.adjusted(contests.stream().mapToDouble(Contest::p).toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> contests.get(i).adjusted(adjusted[i]))
                .toList();
    }

    /** The values of Rafiki's choice at the workload of another row. If the choice is the baseline, it has no row. */
    private Stream<Map<VerificationRow.Round, Double>> choices(List<VerificationRow> all, VerificationRow other) {
        return isChoice(same.getOrDefault(other.workload(), ""))
                ? Stream.of(other.baseline())
                : all.stream()
                        .filter(row -> isChoice(row.label()) && row.workload().equals(other.workload()))
                        .map(VerificationRow::measured);
    }

    private static boolean isChoice(String label) {
        return label.contains(Candidates.RAFIKI);
    }

    /** How many rows p is adjusted for. */
    public long compared() {
        return compared(rows);
    }

    /** How many rows of one metric p is adjusted for. */
    public static long compared(List<VerificationRow> rows) {
        return rows.stream().filter(VerificationRow::canShow).count();
    }

    /** Compares the trials of a folder. There are no rows where the baseline is missing. */
    static PairedVerification of(TrialData measured) {
        Map<Workload, List<Trial>> defaults = measured.defaults();
        Map<Boolean, List<VerificationRow>> byReplicates = rows(measured, defaults, Metric.THROUGHPUT)
                .collect(Collectors.partitioningBy(row -> row.planned() >= VerificationRow.FEWEST));
        List<VerificationRow> rows = adjusted(byReplicates.get(true));
        boolean hasRate =
                measured.good().stream().anyMatch(trial -> trial.atPlannedRate().isPresent());
        List<VerificationRow> latencies = hasRate
                ? rows(measured, defaults, Metric.P99_AT_RATE)
                        .filter(row -> row.planned() >= VerificationRow.FEWEST)
                        .toList()
                : List.of();
        Map<Workload, String> same = new LinkedHashMap<>();
        for (Workload workload : defaults.keySet()) {
            String label = measured.label(workload, measured.space().defaults());
            if (!label.isEmpty()) {
                same.put(workload, label);
            }
        }
        return new PairedVerification(
                rows,
                byReplicates.get(false),
                adjusted(latencies),
                same,
                rows.stream().mapToInt(PairedVerification::unpaired).sum(),
                measured.good().stream()
                        .map(trial -> trial.workload().features())
                        .filter(workload -> !defaults.containsKey(workload))
                        .collect(Collectors.groupingBy(workload -> workload, TreeMap::new, Collectors.counting())),
                measured.set().account(),
                measured.set().drift().sentence(),
                measured.set().environment());
    }

    /** Rows of a metric by workload, then the best mean first. */
    private static Stream<VerificationRow> rows(
            TrialData measured, Map<Workload, List<Trial>> defaults, Metric metric) {
        Comparator<VerificationRow> byMean = Comparator.comparingDouble(VerificationRow::mean);
        return others(measured).entrySet().stream().flatMap(at -> {
            Workload workload = at.getKey();
            Optional<MeanDebt> debt = MeanDebt.of(defaults.get(workload));
            Map<VerificationRow.Round, Double> baseline =
                    byRound(measured, metric, workload, measured.space().defaults(), defaults.get(workload));
            return at.getValue().entrySet().stream()
                    .map(same -> row(measured, metric, workload, same.getKey(), same.getValue(), baseline, debt))
                    .sorted(metric.isLatency() ? byMean : byMean.reversed());
        });
    }

    /** Trials of other configurations than the baseline at its workloads, by workload and configuration. */
    private static Map<Workload, Map<Configuration, List<Trial>>> others(TrialData measured) {
        Set<Workload> workloads = measured.defaults().keySet();
        Map<Workload, Map<Configuration, List<Trial>>> others = new LinkedHashMap<>();
        measured.good().stream()
                .filter(trial -> !measured.isDefault(trial))
                .filter(trial -> workloads.contains(trial.workload().features()))
                .sorted(Comparator.comparing((Trial trial) -> trial.workload().features()))
                .forEach(trial -> others.computeIfAbsent(trial.workload().features(), workload -> new LinkedHashMap<>())
                        .computeIfAbsent(measured.configuration(trial), same -> new ArrayList<>())
                        .add(trial));
        return others;
    }

    private static List<VerificationRow> adjusted(List<VerificationRow> found) {
        List<VerificationRow> rows = new ArrayList<>(found);
        int[] compared = IntStream.range(0, rows.size())
                .filter(row -> rows.get(row).canShow())
                .toArray();
        double[] adjusted = Holm.adjusted(
                Arrays.stream(compared).mapToDouble(row -> rows.get(row).p()).toArray());
        for (int i = 0; i < compared.length; i++) {
            rows.set(compared[i], rows.get(compared[i]).adjusted(adjusted[i]));
        }
        return rows;
    }

    private static VerificationRow row(
            TrialData measured,
            Metric metric,
            Workload workload,
            Configuration configuration,
            List<Trial> trials,
            Map<VerificationRow.Round, Double> baseline,
            Optional<MeanDebt> baselineDebt) {
        Optional<CampaignPlan.Named> named = measured.named(workload, configuration);
        Map<VerificationRow.Round, Double> ours = byRound(measured, metric, workload, configuration, trials);
        return new VerificationRow(
                workload,
                configuration,
                metric,
                named.map(CampaignPlan.Named::label).orElse(""),
                Math.max(trials.size(), named.map(CampaignPlan.Named::repeats).orElse(0)),
                ours,
                baseline,
                MeanDebt.of(trials),
                baselineDebt,
                VerificationRow.p(VerificationRow.logRatios(ours, baseline)));
    }

    /** Replicates that both have, but measured in different sessions. */
    private static int unpaired(VerificationRow row) {
        Set<Integer> both = repeats(row.measured());
        both.retainAll(repeats(row.baseline()));
        return both.size() - row.pairs();
    }

    private static Set<Integer> repeats(Map<VerificationRow.Round, Double> measured) {
        return measured.keySet().stream().map(VerificationRow.Round::repeat).collect(Collectors.toSet());
    }

    /** A configuration that did not carry the rate has an infinite latency there, because its backlog grows. */
    private static double value(Trial trial, Metric metric) {
        boolean failed = metric == Metric.P99_AT_RATE
                && trial.atPlannedRate()
                        .filter(load -> !load.hasCarriedTarget())
                        .isPresent();
        return failed ? Double.POSITIVE_INFINITY : TrialSet.value(trial, metric);
    }

    /** Values of a metric by the plan's count of replicates, which the trial's id tells, and by session. */
    private static Map<VerificationRow.Round, Double> byRound(
            TrialData measured, Metric metric, Workload workload, Configuration configuration, List<Trial> trials) {
        List<Session> sittings = measured.set().drift().sessions();
        Map<String, Integer> repeats = new HashMap<>();
        for (int repeat = 0; repeat < MOST_REPEATS; repeat++) {
            repeats.put(new PlannedTrial(workload, configuration, repeat).id(), repeat);
        }
        Map<VerificationRow.Round, Double> byRound = new LinkedHashMap<>();
        for (Trial trial : trials) {
            Integer repeat = repeats.get(trial.id());
            double value = value(trial, metric);
            if (repeat != null && !Double.isNaN(value)) {
                int sitting = IntStream.range(0, sittings.size())
                        .filter(i -> sittings.get(i).holds(trial))
                        .findFirst()
                        .orElse(0);
                byRound.put(new VerificationRow.Round(repeat, sitting), value);
            }
        }
        return byRound;
    }
}
