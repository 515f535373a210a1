package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Surrogate;

/**
 * Takes back the moves of a found configuration that do not pay: a search that maximises moves knobs that hardly matter, and every
 * knob that moves is one more for a human to understand.
 */
public final class Trim {

    /** Gain that one more moved knob must bring, as a share: less than a node's throughput varies from minute to minute. */
    private static final double WORTH = 0.002;

    private Trim() {}

    /**
     * The found configuration with knobs back at their present value, one after the other, as long as that takes less than 0.2 % off
     * the lower bound of the gain; the one that takes least goes first. Knobs whose present value may not be searched stay, and so do
     * those without which a constraint or a bound would be broken. Real values come with three decimals, for people and for nodes
     * that keep them as a float.
     *
     * @param now what the gain is over, of the search's space
     * @param found by a search in {@code where}
     */
    public static Configuration toWhatPays(
            Surrogate surrogate, double readRatio, Configuration now, Configuration found, SearchSpace where) {
        Objective objective = new Objective(surrogate, readRatio, where);
        boolean within = objective.excess(found.codes()) <= 0;
        Configuration trimmed = rounded(now, found, objective, within);
        double gain = surrogate.gain(readRatio, now, found).lowerBound(where.kappa());
        while (true) {
            Configuration least = null;
            double leastGain = gain - WORTH;
            for (int k = 0; k < now.space().size(); k++) {
                Configuration fewer = with(trimmed, k, now.code(k));
                if (trimmed.code(k) != now.code(k)
                        && objective.axes().get(k).holds(now.code(k))
                        && isAllowed(fewer, objective, within)) {
                    double left = surrogate.gain(readRatio, now, fewer).lowerBound(where.kappa());
                    if (left >= leastGain) {
                        least = fewer;
                        leastGain = left;
                    }
                }
            }
            if (least == null) {
                return trimmed;
            }
            trimmed = least;
            gain = leastGain;
        }
    }

    /** Whether nothing is broken by it; where the bounds could not be kept anyway, every move may have been made for them. */
    private static boolean isAllowed(Configuration configuration, Objective objective, boolean within) {
        return objective.allowed().holds(configuration.codes(), 0)
                && within
                && objective.excess(configuration.codes()) <= 0;
    }

    private static Configuration rounded(Configuration now, Configuration found, Objective objective, boolean within) {
        double[] codes = found.codes();
        for (int k = 0; k < codes.length; k++) {
            if (codes[k] != now.code(k) && found.space().knob(k) instanceof RealKnob knob) {
                codes[k] = knob.repair(Math.rint(codes[k] * 1_000) / 1_000);
            }
        }
        Configuration rounded = new Configuration(found.space(), codes);
        return isAllowed(rounded, objective, within) ? rounded : found;
    }

    private static Configuration with(Configuration configuration, int knob, double code) {
        double[] codes = configuration.codes();
        codes[knob] = code;
        return new Configuration(configuration.space(), codes);
    }
}
