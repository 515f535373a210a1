package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.TheilSen;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * How the compaction debt changed over a time, along Theil-Sen lines. A change within two standard errors is 0, so the saw tooth of
 * compactions is no change.
 *
 * @param size relative change of the size of the live sstables
 * @param sstables relative change of their number; 0 if it changed by less than {@value #FEW}
 * @param tasks relative change of pending compactions; 0 if they changed by less than {@value #FEW}
 */
record DebtTrend(double size, double sstables, double tasks) {

    /** Largest permitted change of the size. */
    static final double BOUND = 0.1;

    /** Largest permitted change of small numbers, which fluctuate more. */
    private static final double BOUND_OF_COUNTS = 0.3;

    private static final double FEW = 4;

    static DebtTrend of(List<DebtSample> samples) {
        return new DebtTrend(
                relative(samples, DebtSample::liveMiB, 0),
                relative(samples, DebtSample::sstables, FEW),
                relative(samples, DebtSample::pendingTasks, FEW));
    }

    /**
     * Whether compactions do not keep up: in the last third of the time there are always more sstables than at any time in the first third. The
     * saw tooth of compactions comes back to its lowest numbers.
     */
    static boolean isGrowing(List<DebtSample> samples) {
        long[] sstables = samples.stream()
                .map(DebtSample::sstables)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .toArray();
        int third = sstables.length / 3;
        long most = Arrays.stream(sstables, 0, third).max().orElse(Long.MAX_VALUE);
        return third > 0
                && Arrays.stream(sstables, sstables.length - third, sstables.length)
                        .allMatch(later -> later >= most + FEW);
    }

    /** The weighted mean of several trends. */
    static DebtTrend mean(List<DebtTrend> trends, double[] weights) {
        double size = 0;
        double sstables = 0;
        double tasks = 0;
        for (int i = 0; i < weights.length; i++) {
            size += weights[i] * trends.get(i).size();
            sstables += weights[i] * trends.get(i).sstables();
            tasks += weights[i] * trends.get(i).tasks();
        }
        return new DebtTrend(rounded(size), rounded(sstables), rounded(tasks));
    }

    static double rounded(double change) {
        return Math.round(1000 * change) / 1000.0;
    }

    boolean isStationary() {
        return Math.abs(size) < BOUND && Math.abs(sstables) < BOUND_OF_COUNTS && Math.abs(tasks) < BOUND_OF_COUNTS;
    }

    private static double relative(List<DebtSample> samples, Function<DebtSample, Long> value, double few) {
        double[] values = samples.stream()
                .map(value)
                .filter(Objects::nonNull)
                .mapToDouble(Long::doubleValue)
                .toArray();
        double change = TheilSen.change(values);
        double mean = Arrays.stream(values).average().orElse(0);
        boolean noise = Math.abs(change) < Math.max(few, 2 * TheilSen.errorOfChange(values));
        return mean == 0 || noise ? 0 : rounded(change / mean);
    }
}
