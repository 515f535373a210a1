package io.rafiki.trainer.screening;

import io.rafiki.trainer.statistics.ReplicateNoise;
import io.rafiki.workload.Workload;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The noise of the machine at one workload, from the replicates of the baseline.
 *
 * @param workload operations of the clients
 * @param trials valid baseline trials
 * @param mean operations per second
 * @param variation standard deviation as a share of the mean
 * @param floor standard deviation of the means of values without an effect, as a share of the mean
 */
public record ScreeningNoise(Workload workload, int trials, double mean, double variation, double floor) {

    /**
     * The noise in these trials.
     *
     * @param measured operations per second of each trial
     * @param within groups of replicates, including those of the baseline
     * @param repeats replicates per value
     */
    public static ScreeningNoise of(Workload workload, double[] measured, List<double[]> within, int repeats) {
        double mean = StatUtils.mean(measured);
        return new ScreeningNoise(
                workload,
                measured.length,
                mean,
                ReplicateNoise.relative(List.of(measured)).deviation(),
                ReplicateNoise.in(mean, within).deviation() / Math.sqrt(repeats));
    }
}
