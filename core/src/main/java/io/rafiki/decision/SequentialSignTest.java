package io.rafiki.decision;

import java.util.ArrayList;
import java.util.List;

/**
 * A sign test that may be read after every observation. The null hypothesis: whatever came before, the next observation is a hit with a
 * probability of at most one half.
 *
 * <p>Each observation multiplies a wealth by 1.5 for a hit and by 0.5 otherwise. Under the null hypothesis the expected wealth never
 * grows. By Ville's inequality it ever reaches 100 with a probability of at most 1 %. The wealth is a mean over several starts, so that a
 * long period without hits does not hide a later one (Ramdas et al., Game-theoretic statistics and safe anytime-valid inference, 2023).
 *
 * @param wealths one per start so far
 * @param starts planned starts
 * @param count observations
 * @param hits observations that were hits
 */
public record SequentialSignTest(List<Double> wealths, int starts, int count, int hits) {

    private static final double BET = 0.5;

    /** Observations between two starts. */
    private static final int SPACING = 10;

    public SequentialSignTest {
        wealths = List.copyOf(wealths);
    }

    /** Without observations. */
    public static SequentialSignTest of(int starts) {
        return new SequentialSignTest(List.of(), starts, 0, 0);
    }

    /** With a further observation. */
    public SequentialSignTest with(boolean hit) {
        List<Double> next = new ArrayList<>();
        for (double wealth : wealths) {
            next.add(wealth * factor(hit));
        }
        if (count % SPACING == 0 && next.size() < starts) {
            next.add(factor(hit));
        }
        return new SequentialSignTest(next, starts, count + 1, hit ? hits + 1 : hits);
    }

    /** The wealth; 1 before the first observation. A start that has not begun counts as 1. */
    public double wealth() {
        double sum = starts - wealths.size();
        for (double wealth : wealths) {
            sum += wealth;
        }
        return sum / starts;
    }

    /**
     * Whether the null hypothesis is rejected.
     *
     * @param level largest probability of a false rejection, at any time
     */
    public boolean rejects(double level) {
        return wealth() >= 1 / level;
    }

    private static double factor(boolean hit) {
        return hit ? 1 + BET : 1 - BET;
    }
}
