package io.rafiki.agent;

import io.rafiki.decision.Limits;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Reach;
import io.rafiki.decision.Trim;
import io.rafiki.knob.Configuration;
import io.rafiki.search.Search;
import io.rafiki.surrogate.Surrogate;

/** Asks the model for the configuration that can be had from the present one and gains most. */
final class Proposer {

    private final Search search;
    private final Reach reach;
    private final Limits limits;

    Proposer(Search search, Reach reach, Limits limits) {
        this.search = search;
        this.reach = reach;
        this.limits = limits;
    }

    /**
     * Searches on the caller's thread, in milliseconds.
     *
     * @param now the node's configuration in the model's space
     * @param readRatio of the window
     * @param seed the same seed gives the same plan
     */
    Plan plan(Model model, Configuration now, double readRatio, long seed) {
        Surrogate surrogate = model.surrogate();
        double trained = model.trainedRatio(readRatio);
        Configuration found = search.search(
                        surrogate, trained, reach.around(now, model.envelope(), limits.kappa()), seed)
                .best();
        Configuration best = Trim.toWhatPays(surrogate, trained, now, found, limits.kappa());
        return new Plan(now, best, reach.changes(now, best), readRatio, surrogate.gain(trained, now, best));
    }
}
