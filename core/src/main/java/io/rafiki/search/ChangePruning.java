package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;

/**
 * Reverts ineffective changes of a found configuration. A search that maximises also moves irrelevant knobs, and every changed knob is
 * one more that an operator must understand.
 */
public final class ChangePruning {

    /** Minimum gain per changed knob, as a share: less than a node's throughput varies from minute to minute. */
    private static final double WORTH = 0.002;

    private ChangePruning() {}

    /**
     * Reverts knobs to their present value one after the other, while that reduces the lower bound of the gain by less than 0.2 %; the
     * smallest reduction first. Knobs stay changed if their present value is not searchable, or if reverting violates a constraint or a
     * bound. Real values are rounded, because nodes store them as float.
     *
     * @param now present configuration, in the search's space
     * @param found result of a search in {@code where}
     */
    public static Configuration dropIneffectiveChanges(
            Surrogate surrogate, Workload workload, Configuration now, Configuration found, SearchSpace where) {
        Objective objective = new Objective(surrogate, workload, where);
        boolean within = objective.violation(found.codes()) <= 0;
        Configuration trimmed = rounded(now, found, objective, within);
        double gain = surrogate.gain(workload, now, found).lowerBound(where.kappa());
        while (true) {
            Configuration least = null;
            double leastGain = gain - WORTH;
            for (int k = 0; k < now.space().size(); k++) {
                Configuration fewer = with(trimmed, k, now.code(k));
                if (trimmed.code(k) != now.code(k)
                        && objective.axes().get(k).holds(now.code(k))
                        && isAllowed(fewer, objective, within)) {
                    double left = surrogate.gain(workload, now, fewer).lowerBound(where.kappa());
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

    /** Whether the configuration is permitted. If the bounds cannot be satisfied, every change may have been made for them. */
    private static boolean isAllowed(Configuration configuration, Objective objective, boolean within) {
        return objective.allowed().holds(configuration.codes(), 0)
                && within
                && objective.violation(configuration.codes()) <= 0;
    }

    private static Configuration rounded(Configuration now, Configuration found, Objective objective, boolean within) {
        double[] codes = found.codes();
        for (int k = 0; k < codes.length; k++) {
            if (codes[k] != now.code(k)) {
                codes[k] = objective.axes().get(k).rounded(codes[k]);
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
