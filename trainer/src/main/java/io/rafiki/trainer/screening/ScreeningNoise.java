package io.rafiki.trainer.screening;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How steady the machine was at one read ratio, from the repeats of the default configuration.
 *
 * @param readRatio share of reads
 * @param trials good ones of the default configuration
 * @param mean operations per second
 * @param variation standard deviation as a share of the mean
 * @param floor share by which the means of values that do nothing differ all the same (their standard deviation)
 */
public record ScreeningNoise(double readRatio, int trials, double mean, double variation, double floor) {

    /**
     * The noise in these trials.
     *
     * @param measured operations per second of each trial
     * @param within groups of trials of the same configuration, the default's among them
     * @param repeats trials behind the mean of a value
     */
    public static ScreeningNoise of(double readRatio, double[] measured, List<double[]> within, int repeats) {
        double mean = StatUtils.mean(measured);
        double squares = 0;
        int freedom = 0;
        for (double[] group : within) {
            if (group.length >= 2) {
                squares += StatUtils.variance(group) * (group.length - 1);
                freedom += group.length - 1;
            }
        }
        return new ScreeningNoise(
                readRatio,
                measured.length,
                mean,
                Math.sqrt(StatUtils.variance(measured)) / mean,
                freedom == 0 ? 0 : Math.sqrt(squares / freedom / repeats) / mean);
    }
}
