package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The greatest, the baseline's and the least measured throughput (Rafiki Table 1).
 *
 * @param rows by ascending read ratio
 * @param tooFew workloads of the baseline with too few other configurations near them
 */
public record MeasuredExtremes(List<Row> rows, List<Workload> tooFew) {

    /** Number of other configurations that a row needs. */
    public static final int FEWEST = 4;

    /** How far a trial's read ratio may be from the baseline's. */
    private static final double NEAR = 0.05;

    /**
     * One workload of the baseline.
     *
     * @param trials of other configurations near it, scaled to it by the baseline's throughput
     * @param greatest operations per second
     * @param baseline operations per second
     * @param least operations per second
     * @param greatestWith configuration of the greatest
     * @param leastWith configuration of the least
     */
    public record Row(
            Workload workload,
            int trials,
            double greatest,
            double baseline,
            double least,
            Configuration greatestWith,
            Configuration leastWith) {}

    public MeasuredExtremes {
        rows = List.copyOf(rows);
        tooFew = List.copyOf(tooFew);
    }

    static Finding<MeasuredExtremes> of(TrialData measured) {
        List<Row> rows = new ArrayList<>();
        List<Workload> tooFew = new ArrayList<>();
        for (Workload workload : measured.defaults().keySet()) {
            BaselineThroughput defaults = BaselineThroughput.near(workload, measured);
            double usual = defaults.at(workload.readRatio());
            List<Trial> others = measured.good().stream()
                    .filter(trial -> isNear(trial.workload().features(), workload))
                    .filter(trial -> !measured.isDefault(trial))
                    .map(trial -> trial.times(
                            usual / defaults.at(trial.workload().features().readRatio())))
                    .sorted(Comparator.comparingDouble(
                            trial -> trial.throughput().mean()))
                    .toList();
            if (others.stream().map(measured::configuration).distinct().count() < FEWEST) {
                tooFew.add(workload);
                continue;
            }
            Trial least = others.get(0);
            Trial greatest = others.get(others.size() - 1);
            rows.add(new Row(
                    workload,
                    others.size(),
                    greatest.throughput().mean(),
                    usual,
                    least.throughput().mean(),
                    measured.configuration(greatest),
                    measured.configuration(least)));
        }
        return rows.isEmpty()
                ? Finding.omitted(Omission.Cause.TOO_FEW_CONFIGURATIONS)
                : Finding.of(new MeasuredExtremes(rows, tooFew));
    }

    private static boolean isNear(Workload one, Workload other) {
        return Math.abs(one.readRatio() - other.readRatio()) <= NEAR + 1e-9
                && BaselineThroughput.differsOnlyInReads(one, other);
    }
}
