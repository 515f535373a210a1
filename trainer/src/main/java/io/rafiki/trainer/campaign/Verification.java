package io.rafiki.trainer.campaign;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.statistics.Interval;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.WilcoxonSignedRankTest;

/**
 * Configurations against the default, in pairs: the n-th trial of a configuration with the n-th trial of the default at the same read
 * ratio, by the time at which they ran.
 *
 * @param rows those configurations that were repeated, by read ratio, then the greatest mean first
 * @param single those that were measured once
 * @param same what the plan calls the default itself, by read ratio
 */
record Verification(List<Row> rows, List<Row> single, Map<Double, String> same) {

    private static final int FEWEST = 2;
    private static final double LEVEL = 0.05;

    /**
     * One configuration at one read ratio.
     *
     * @param label what the plan calls it; may be empty
     * @param pairs number of pairs
     * @param mean operations per second
     * @param gain the pairs' ratios, less 1
     * @param p of Wilcoxon's signed-rank test, exact, two-sided, adjusted for all rows (Holm); 1 with fewer than two pairs
     */
    record Row(
            double readRatio,
            Configuration configuration,
            String label,
            int pairs,
            double mean,
            Interval gain,
            double p) {

        Row adjusted(double adjusted) {
            return new Row(readRatio, configuration, label, pairs, mean, gain, adjusted);
        }

        /** In words; nothing is better because it looks so. */
        String verdict() {
            if (p < LEVEL) {
                return gain.mean() > 0 ? "better" : "worse";
            }
            return gain.low() > 0 || gain.high() < 0
                    ? String.format(Locale.ROOT, "not shown: %d pairs are too few for p < 0.05", pairs)
                    : "not shown to differ";
        }
    }

    /** Compares the trials of a folder; nothing comes of it where the default is missing. */
    static Verification of(Measured measured) throws ConfigException {
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
            List<Row> here = new ArrayList<>();
            for (Map.Entry<Configuration, List<Trial>> same :
                    byConfiguration.getValue().entrySet()) {
                here.add(row(measured, ratio, same.getKey(), inTime(same.getValue()), inTime(defaults.get(ratio))));
            }
            here.sort(Comparator.comparingDouble(Row::mean).reversed());
            here.forEach(row -> (row.pairs() < FEWEST ? single : rows).add(row));
        }
        double[] adjusted = Holm.adjusted(rows.stream().mapToDouble(Row::p).toArray());
        for (int i = 0; i < rows.size(); i++) {
            rows.set(i, rows.get(i).adjusted(adjusted[i]));
        }
        Map<Double, String> same = new LinkedHashMap<>();
        for (double ratio : defaults.keySet()) {
            String label = measured.label(ratio, measured.space().defaults());
            if (!label.isEmpty()) {
                same.put(ratio, label);
            }
        }
        return new Verification(rows, single, same);
    }

    private static List<Trial> inTime(List<Trial> trials) {
        return trials.stream()
                .sorted(Comparator.comparing(trial -> trial.timing().started()))
                .toList();
    }

    private static Row row(
            Measured measured, double ratio, Configuration configuration, List<Trial> trials, List<Trial> usual)
            throws ConfigException {
        int pairs = Math.min(trials.size(), usual.size());
        double[] ours = Measured.means(trials.subList(0, pairs));
        double[] theirs = Measured.means(usual.subList(0, pairs));
        double[] gains = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            gains[i] = ours[i] / theirs[i] - 1;
        }
        return new Row(
                ratio,
                configuration,
                measured.label(ratio, configuration),
                pairs,
                StatUtils.mean(Measured.means(trials)),
                Interval.of(gains),
                pairs < 2 ? 1 : new WilcoxonSignedRankTest().wilcoxonSignedRankTest(ours, theirs, pairs <= 30));
    }
}
