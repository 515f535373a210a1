package io.rafiki.trainer.campaign;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.statistics.Interval;
import io.rafiki.trainer.train.Sitting;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.inference.WilcoxonSignedRankTest;

/**
 * Configurations against the default, in pairs: the n-th repeat of a configuration with the n-th repeat of the default at the same read
 * ratio, as the plan counts them, if both were measured in one {@link Sitting}: in the same round, unless one of them had to be measured
 * again.
 *
 * @param measured the trials
 * @param rows configurations that are repeated, by read ratio, then the greatest mean first
 * @param single those that are measured once
 * @param same what the plan calls the default itself, by read ratio
 * @param apart repeats that are no pairs, because they were measured in different sittings
 */
record Verification(Measured measured, List<Row> rows, List<Row> single, Map<Double, String> same, int apart) {

    private static final int FEWEST = 2;
    private static final double LEVEL = 0.05;
    private static final int MOST_REPEATS = 1000;

    /** Up to so many pairs all signs are counted out. */
    static final int EXACT = 20;

    /**
     * One configuration at one read ratio.
     *
     * @param label what the plan calls it; may be empty
     * @param planned repeats, by the plan or as many as there are
     * @param ours operations per second by round
     * @param usual the default's
     * @param p of Wilcoxon's signed-rank test of the logarithms, two-sided; adjusted (Holm) for all rows that can show
     *     anything; 1 with fewer than two pairs
     */
    record Row(
            double readRatio,
            Configuration configuration,
            String label,
            int planned,
            Map<Round, Double> ours,
            Map<Round, Double> usual,
            double p) {

        Row adjusted(double adjusted) {
            return new Row(readRatio, configuration, label, planned, ours, usual, adjusted);
        }

        /** Number of pairs. */
        int pairs() {
            return logs(ours, usual).length;
        }

        /** Operations per second, of the pairs alone if there are any. */
        double mean() {
            return meanBeside(ours, usual);
        }

        /** The default's in these pairs. */
        double usualMean() {
            return meanBeside(usual, ours);
        }

        /** By how much more it yields than the default: the geometric mean of the pairs' ratios, less 1. */
        Interval gain() {
            return Interval.of(logs(ours, usual)).on(Math::expm1);
        }

        /**
         * Whether it can show a difference when it is measured to the end, were nothing else compared: p is least where all pairs agree.
         */
        boolean canShow() {
            return least(Math.max(planned, pairs())) < LEVEL;
        }

        private static double least(int pairs) {
            return 2 * Math.pow(2, -pairs);
        }

        private double[] logsOver(Row other) {
            return logs(ours, other.ours);
        }

        /**
         * In words; nothing is better because it looks so.
         *
         * @param rows that p is adjusted for
         */
        String verdict(long rows) {
            if (p < LEVEL) {
                return gain().mean() > 0 ? "better" : "worse";
            }
            if (pairs() < FEWEST) {
                return "too few pairs yet";
            }
            if (gain().low() <= 0 && gain().high() >= 0) {
                return "not shown to differ";
            }
            return !canShow() || rows * least(pairs()) >= LEVEL
                    ? String.format(Locale.ROOT, "not shown: %d pairs are too few for p < 0.05", pairs())
                    : "not shown";
        }

        private static double meanBeside(Map<Round, Double> these, Map<Round, Double> those) {
            boolean paired = these.keySet().stream().anyMatch(those::containsKey);
            return these.entrySet().stream()
                    .filter(repeat -> !paired || those.containsKey(repeat.getKey()))
                    .mapToDouble(Map.Entry::getValue)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    /**
     * When something was measured.
     *
     * @param repeat by the plan's count
     * @param sitting the how many-th
     */
    record Round(int repeat, int sitting) {}

    /**
     * Rafiki's choice against the best of others at the same read ratio, in pairs of the same rounds.
     *
     * @param best the others'
     * @param pairs of repeats in the same rounds
     * @param gain of Rafiki's choice over it
     * @param p as a row's; adjusted for all contests
     */
    record Contest(Row best, int pairs, Interval gain, double p) {

        Contest adjusted(double adjusted) {
            return new Contest(best, pairs, gain, adjusted);
        }
    }

    /** One for each read ratio at which both were measured twice in the same rounds. */
    List<Contest> contests() {
        List<Contest> contests = new ArrayList<>();
        for (Row best : rows) {
            rows.stream()
                    .filter(row -> best.label().startsWith(Contenders.BEST)
                            && row.label().startsWith(Contenders.RAFIKI)
                            && row.readRatio() == best.readRatio())
                    .map(row -> row.logsOver(best))
                    .filter(logs -> logs.length >= FEWEST)
                    .forEach(logs -> contests.add(
                            new Contest(best, logs.length, Interval.of(logs).on(Math::expm1), chance(logs))));
        }
        double[] adjusted =
                Holm.adjusted(contests.stream().mapToDouble(Contest::p).toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> contests.get(i).adjusted(adjusted[i]))
                .toList();
    }

    /** How many rows p is adjusted for. */
    long compared() {
        return rows.stream().filter(Row::canShow).count();
    }

    /** Compares the trials of a folder; nothing comes of it where the default is missing. */
    static Verification of(Measured measured) {
        Map<Double, List<Trial>> defaults = measured.defaults();
        Map<Double, Map<Configuration, List<Trial>>> others = new LinkedHashMap<>();
        measured.good().stream()
                .filter(trial -> !measured.isDefault(trial))
                .filter(trial -> defaults.containsKey(trial.workload().readRatio()))
                .sorted(Comparator.comparingDouble(
                        (Trial trial) -> trial.workload().readRatio()))
                .forEach(trial -> others.computeIfAbsent(trial.workload().readRatio(), ratio -> new LinkedHashMap<>())
                        .computeIfAbsent(measured.configuration(trial), same -> new ArrayList<>())
                        .add(trial));
        List<Row> rows = new ArrayList<>();
        List<Row> single = new ArrayList<>();
        for (Map.Entry<Double, Map<Configuration, List<Trial>>> byConfiguration : others.entrySet()) {
            double ratio = byConfiguration.getKey();
            Map<Round, Double> usual = byRound(measured, ratio, measured.space().defaults(), defaults.get(ratio));
            List<Row> here = new ArrayList<>();
            for (Map.Entry<Configuration, List<Trial>> same :
                    byConfiguration.getValue().entrySet()) {
                here.add(row(measured, ratio, same.getKey(), same.getValue(), usual));
            }
            here.sort(Comparator.comparingDouble(Row::mean).reversed());
            here.forEach(row -> (row.planned() < FEWEST ? single : rows).add(row));
        }
        int[] compared = IntStream.range(0, rows.size())
                .filter(row -> rows.get(row).canShow())
                .toArray();
        double[] adjusted = Holm.adjusted(
                Arrays.stream(compared).mapToDouble(row -> rows.get(row).p()).toArray());
        for (int i = 0; i < compared.length; i++) {
            rows.set(compared[i], rows.get(compared[i]).adjusted(adjusted[i]));
        }
        Map<Double, String> same = new LinkedHashMap<>();
        for (double ratio : defaults.keySet()) {
            String label = measured.label(ratio, measured.space().defaults());
            if (!label.isEmpty()) {
                same.put(ratio, label);
            }
        }
        int apart = rows.stream().mapToInt(Verification::unpaired).sum();
        return new Verification(measured, rows, single, same, apart);
    }

    private static Row row(
            Measured measured,
            double ratio,
            Configuration configuration,
            List<Trial> trials,
            Map<Round, Double> usual) {
        Optional<CampaignPlan.Named> named = measured.named(ratio, configuration);
        Map<Round, Double> ours = byRound(measured, ratio, configuration, trials);
        return new Row(
                ratio,
                configuration,
                named.map(CampaignPlan.Named::label).orElse(""),
                Math.max(trials.size(), named.map(CampaignPlan.Named::repeats).orElse(0)),
                ours,
                usual,
                chance(logs(ours, usual)));
    }

    /** A pair without any difference tells nothing, and is left out. */
    private static double chance(double... logs) {
        double[] different = Arrays.stream(logs).filter(log -> log != 0).toArray();
        return different.length < FEWEST
                ? 1
                : new WilcoxonSignedRankTest()
                        .wilcoxonSignedRankTest(different, new double[different.length], different.length <= EXACT);
    }

    /** Repeats that both have, but measured in different sittings. */
    private static int unpaired(Row row) {
        Set<Integer> both = repeats(row.ours());
        both.retainAll(repeats(row.usual()));
        return both.size() - row.pairs();
    }

    private static Set<Integer> repeats(Map<Round, Double> measured) {
        return measured.keySet().stream().map(Round::repeat).collect(Collectors.toSet());
    }

    /** Logarithms of the ratios of what was measured in the same round. */
    private static double[] logs(Map<Round, Double> ours, Map<Round, Double> theirs) {
        return ours.entrySet().stream()
                .filter(repeat -> theirs.containsKey(repeat.getKey()))
                .mapToDouble(repeat -> Math.log(repeat.getValue() / theirs.get(repeat.getKey())))
                .toArray();
    }

    /** Throughputs by the plan's count of repeats, which the trial's id tells, and by sitting. */
    private static Map<Round, Double> byRound(
            Measured measured, double ratio, Configuration configuration, List<Trial> trials) {
        List<Sitting> sittings = measured.set().drift().sittings();
        Map<String, Integer> repeats = new HashMap<>();
        for (int repeat = 0; repeat < MOST_REPEATS; repeat++) {
            repeats.put(new PlannedTrial(ratio, configuration, repeat).id(), repeat);
        }
        Map<Round, Double> byRound = new LinkedHashMap<>();
        for (Trial trial : trials) {
            Integer repeat = repeats.get(trial.id());
            if (repeat != null) {
                int sitting = IntStream.range(0, sittings.size())
                        .filter(i -> sittings.get(i).holds(trial))
                        .findFirst()
                        .orElse(0);
                byRound.put(new Round(repeat, sitting), trial.throughput().mean());
            }
        }
        return byRound;
    }
}
