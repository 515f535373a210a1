package io.rafiki.trainer.screening;

import io.rafiki.trainer.statistics.ReplicateNoise;
import io.rafiki.workload.Workload;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How steady the machine was at one workload, from the repeats of the default configuration.
 *
 * @param workload operations of the clients
 * @param trials good ones of the default configuration
 * @param mean operations per second
 * @param variation standard deviation as a share of the mean
 * @param floor share by which the means of values that do nothing differ all the same (their standard deviation)
 */
public record ScreeningNoise(Workload workload, int trials, double mean, double variation, double floor) {

    /**
     * The noise in these trials.
     *
     * @param measured operations per second of each trial
     * @param within groups of trials of the same configuration, the default's among them
     * @param repeats trials behind the mean of a value
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
