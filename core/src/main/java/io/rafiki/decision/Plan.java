package io.rafiki.decision;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Prediction;
import java.util.ArrayList;
import java.util.List;

/**
 * A configuration that could replace the node's, and what the surrogate says of both.
 *
 * @param from the node's configuration when the plan was made
 * @param to the proposed configuration, of the same space
 * @param readRatio the workload that both predictions are for
 * @param before prediction for {@code from}
 * @param after prediction for {@code to}
 */
public record Plan(Configuration from, Configuration to, double readRatio, Prediction before, Prediction after) {

    /** Predicted gain in throughput, as a share of the present prediction (0.05 = 5 %). */
    public double gain() {
        return (after.mean() - before.mean()) / before.mean();
    }

    /** Standard deviation of the predicted throughput of {@code to} over the members, as a share of the present prediction. */
    public double gainDeviation() {
        return after.deviation() / before.mean();
    }

    /**
     * Pessimistic gain: lower confidence bound of the new configuration against the mean of the present one, so that the search
     * is not rewarded for the members' errors (surrogate-and-search, optimiser's curse).
     *
     * @param kappa deviations below the mean
     */
    public double lowerGain(double kappa) {
        return gain() - kappa * gainDeviation();
    }

    /** The knobs that differ, in the order of the space. */
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < to.space().size(); i++) {
            if (from.code(i) != to.code(i)) {
                String name = to.space().knob(i).name();
                changes.add(new Change(name, from.get(name), to.get(name)));
            }
        }
        return List.copyOf(changes);
    }
}
