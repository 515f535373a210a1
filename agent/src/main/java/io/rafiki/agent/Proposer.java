package io.rafiki.agent;

import io.rafiki.decision.Limits;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Reach;
import io.rafiki.decision.RewriteTerms;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Cost;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.search.Trim;
import io.rafiki.surrogate.Gain;
import io.rafiki.surrogate.Surrogate;
import java.util.Set;

/**
 * Asks the model for the configuration that can be had from the present one and gains most.
 *
 * <p>Where that takes rewriting data, the best that does without is looked for too: what the rewriting brings is the difference between
 * the two, and if that does not pay, or not now, the other plan remains.
 */
final class Proposer {

    private final Search search;
    private final Reach reach;
    private final Reach gentle;
    private final Limits limits;

    Proposer(Search search, Reach reach, Limits limits) {
        this.search = search;
        this.reach = reach;
        this.gentle = reach.without(Cost.REWRITES_DATA);
        this.limits = limits;
    }

    /**
     * Searches on the caller's thread, in milliseconds.
     *
     * @param now the node's configuration in the model's space
     * @param readRatio of the window
     * @param seed the same seed gives the same plan
     * @param terms on which data may be rewritten
     * @param staying names of the knobs that stay where they are
     * @throws IllegalStateException with one line if the model predicts no numbers, or no configuration that can be had satisfies
     *     the constraints
     */
    Plan plan(Model model, Configuration now, double readRatio, long seed, RewriteTerms terms, Set<String> staying) {
        Plan best = plan(model, now, readRatio, seed, reach.holding(staying));
        if (!best.rewritesData()) {
            return best;
        }
        Plan other = plan(model, now, readRatio, seed, gentle.holding(staying));
        Gain more = model.surrogate().gain(model.trainedRatio(readRatio), other.to(), best.to());
        return terms.objection(more, limits)
                .map(why -> other.without(best, why))
                .orElseGet(() -> best.rewriting(terms.price().orElseThrow().text(more.lowerBound(limits.kappa()))));
    }

    private Plan plan(Model model, Configuration now, double readRatio, long seed, Reach within) {
        Surrogate surrogate = model.surrogate();
        double trained = model.trainedRatio(readRatio);
        SearchSpace where = within.around(now, model.envelope(), limits.kappa());
        Configuration found = search.search(surrogate, trained, where, seed).best();
        Configuration best = Trim.toWhatPays(surrogate, trained, now, found, where);
        return new Plan(now, best, within.changes(now, best), readRatio, surrogate.gain(trained, now, best));
    }
}
