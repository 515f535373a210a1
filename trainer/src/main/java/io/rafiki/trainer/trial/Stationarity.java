package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.TheilSen;
import java.util.Arrays;
import java.util.List;

/**
 * Tests whether throughput is stationary: over the last {@value #WINDOW} seconds, the line with the median of all pairwise slopes ({@link
 * TheilSen}) changes by less than {@value #BOUND} of the mean, in two consecutive seconds.
 *
 * <p>The median of slopes is robust against a pause of one second for a flush or a garbage collection. Fluctuation without direction is
 * stationary: it is noise, and part of the interval of the trial's mean.
 */
public final class Stationarity {

    /** Length of the window in seconds. */
    static final int WINDOW = 10;

    /** Largest permitted change within the window, as a share of the mean. */
    static final double BOUND = 0.1;

    /** Seconds needed to detect stationarity. */
    public static final int SHOWN_BY = WINDOW + 1;

    private Stationarity() {}

    /** Whether the condition held in the last two seconds. */
    public static boolean holds(List<Double> perSecond) {
        int end = perSecond.size();
        return end >= SHOWN_BY
                && Math.abs(change(perSecond.subList(0, end - 1))) < BOUND
                && Math.abs(change(perSecond)) < BOUND;
    }

    /** The change within the last window as a share of its mean; infinite if there were no operations or the window is not full. */
    static double change(List<Double> perSecond) {
        int end = perSecond.size();
        if (end < WINDOW) {
            return Double.POSITIVE_INFINITY;
        }
        double[] last = perSecond.subList(end - WINDOW, end).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        double mean = Arrays.stream(last).average().orElseThrow();
        return mean > 0 ? TheilSen.slope(last) * WINDOW / mean : Double.POSITIVE_INFINITY;
    }
}
