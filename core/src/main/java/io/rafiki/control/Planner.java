package io.rafiki.control;

import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.search.ChangePruning;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.Set;

/**
 * Asks the model for the configuration that can be had from the present one and gains most.
 *
 * <p>Where that takes rewriting data, the best that does without is looked for too: what the rewriting brings is the difference between
 * the two, and if that does not pay, or not now, the other plan remains.
 */
final class Planner {

    private final Search search;
    private final FeasibleRegion reach;
    private final FeasibleRegion gentle;
    private final GuardrailConfig limits;

    Planner(Search search, FeasibleRegion reach, GuardrailConfig limits) {
        this.search = search;
        this.reach = reach;
        this.gentle = reach.without(ChangeCost.REWRITES_DATA);
        this.limits = limits;
    }

    /**
     * Searches on the caller's thread, in milliseconds.
     *
     * @param now the node's configuration in the model's space
     * @param workload of the window
     * @param seed the same seed gives the same plan
     * @param terms on which data may be rewritten
     * @param staying names of the knobs that stay where they are
     * @throws IllegalStateException with one line if the model predicts no numbers, or no configuration that can be had satisfies
     *     the constraints
     */
    Plan plan(
            LoadedModel model,
            Configuration now,
            Workload workload,
            long seed,
            RewriteCostPolicy terms,
            Set<String> staying) {
        Plan best = plan(model, now, workload, seed, reach.holding(staying));
        if (!best.rewritesData()) {
            return best;
        }
        Plan other = plan(model, now, workload, seed, gentle.holding(staying));
        RelativeGain more = model.surrogate().gain(model.trained(workload), other.to(), best.to());
        return terms.chosen(more, best, other, limits);
    }

    private Plan plan(LoadedModel model, Configuration now, Workload workload, long seed, FeasibleRegion within) {
        Surrogate surrogate = model.surrogate();
        Workload trained = model.trained(workload);
        SearchSpace where = within.around(now, model.envelope(), limits.kappa());
        Configuration found = search.search(surrogate, trained, where, seed).best();
        Configuration best = ChangePruning.dropIneffectiveChanges(surrogate, trained, now, found, where);
        return new Plan(now, best, within.changes(now, best), workload, surrogate.gain(trained, now, best));
    }
}
