package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.SeriesMean;
import java.util.Arrays;
import java.util.List;

/**
 * An upper bound of a trial's throughput while it is measured. A trial whose bound is below a floor ends early.
 *
 * <p>The bound is that of the mean after the last change point, by {@link SeriesMean}, at the level 1 - 0.025 / (k (k + 1)) for the
 * k-th look. These levels add up to 2.5 % over all looks. Short series underestimate the autocorrelation, so the bound misses in up to 5 %.
 *
 * <p>Growing debt slows a node, so an early mean is too high and the bound stays valid. A cold cache has the opposite effect. Therefore
 * only seconds after the warm-up count, and there is no bound while throughput rises by more than a standard error.
 */
public final class EarlyStop {

    private static final double ERROR = 0.025;
    private static final int EVERY = 15;

    private EarlyStop() {}

    /** The measured seconds at a look, counted from 1. */
    public static int seconds(int look) {
        return (int) SustainedProtocol.SHORTEST.toSeconds() + (look - 1) * EVERY;
    }

    /**
     * The bound at a look; infinite while throughput rises.
     *
     * @param perSecond operations in each measured second
     */
    public static double upperBound(double[] perSecond, int look) {
        SustainedRate rate = SustainedRate.of(perSecond, List.of(), 0);
        if (rate.change() > rate.error()) {
            return Double.POSITIVE_INFINITY;
        }
        double[] counted = Arrays.copyOfRange(perSecond, rate.from(), perSecond.length);
        return SeriesMean.of(counted, SustainedRate.LEAST_EFFECTIVE).upper(1 - ERROR / (look * (look + 1.0)));
    }

    /** The seconds of a whole series after which its trial ends: those at the first look whose bound is below the floor, or all. */
    public static int length(double[] perSecond, double floor) {
        for (int look = 1; seconds(look) < perSecond.length; look++) {
            if (upperBound(Arrays.copyOf(perSecond, seconds(look)), look) < floor) {
                return seconds(look);
            }
        }
        return perSecond.length;
    }
}
