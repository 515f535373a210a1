package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.SeriesMean;
import java.util.Arrays;
import java.util.List;

/**
 * Operations per second in the measured part of a trial.
 *
 * @param mean mean of the measured seconds (AOPS, Rafiki §3.2)
 * @param low lower end of the 95 % confidence interval of the mean, at least 0
 * @param high upper end of the 95 % confidence interval of the mean
 * @param perSecond one value per measured second
 */
public record Throughput(double mean, double low, double high, List<Double> perSecond) {

    public Throughput {
        perSecond = List.copyOf(perSecond);
    }

    /**
     * The mean of the series and Student's confidence interval, by {@link SeriesMean}.
     */
    public static Throughput of(double[] perSecond) {
        return of(perSecond, 2);
    }

    /** @param least smallest effective number of values */
    static Throughput of(double[] perSecond, double least) {
        SeriesMean mean = SeriesMean.of(perSecond, least);
        ConfidenceInterval interval = mean.interval();
        return new Throughput(
                round(mean.mean()),
                round(Math.max(0, interval.low())),
                round(interval.high()),
                Arrays.stream(perSecond).mapToObj(Throughput::round).toList());
    }

    Throughput times(double factor) {
        return new Throughput(
                mean * factor,
                low * factor,
                high * factor,
                perSecond.stream().map(second -> second * factor).toList());
    }

    /** The longest sequence of seconds without an operation. */
    int longestStall() {
        int longest = 0;
        int now = 0;
        for (double operations : perSecond) {
            now = operations == 0 ? now + 1 : 0;
            longest = Math.max(longest, now);
        }
        return longest;
    }

    static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
