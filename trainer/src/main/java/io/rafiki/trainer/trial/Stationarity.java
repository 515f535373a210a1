package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.Median;
import java.util.Arrays;
import java.util.List;

/**
 * Whether throughput has stopped rising or falling: over the last {@value #WINDOW} seconds the line through the counts, the median of all
 * pairwise slopes (Theil 1950, Sen 1968), changes by less than {@value #BOUND} of their mean, in two seconds running.
 *
 * <p>The median of slopes, because a pause of a second for a flush or a collection must neither look like an end nor like a beginning.
 * What wanders without direction is stationary: that is noise, and stands in the interval of the trial's mean.
 */
final class Stationarity {

    /** Seconds looked back. */
    static final int WINDOW = 10;

    /** Greatest change within the window, as a share of the mean, that counts as none. */
    static final double BOUND = 0.1;

    /** Seconds that it takes to show it. */
    static final int SHOWN_BY = WINDOW + 1;

    private Stationarity() {}

    /** Whether it held in the last second and in the one before. */
    static boolean holds(List<Double> perSecond) {
        int end = perSecond.size();
        return end >= SHOWN_BY
                && Math.abs(change(perSecond.subList(0, end - 1))) < BOUND
                && Math.abs(change(perSecond)) < BOUND;
    }

    /** Change within the last window as a share of its mean; infinite if nothing was done in it, or it is not full. */
    static double change(List<Double> perSecond) {
        int end = perSecond.size();
        if (end < WINDOW) {
            return Double.POSITIVE_INFINITY;
        }
        double[] last = perSecond.subList(end - WINDOW, end).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        double mean = Arrays.stream(last).average().orElseThrow();
        double[] slopes = new double[WINDOW * (WINDOW - 1) / 2];
        int pair = 0;
        for (int i = 0; i < WINDOW; i++) {
            for (int j = i + 1; j < WINDOW; j++) {
                slopes[pair++] = (last[j] - last[i]) / (j - i);
            }
        }
        return mean > 0 ? Median.of(slopes) * WINDOW / mean : Double.POSITIVE_INFINITY;
    }
}
