package io.rafiki.control;

import io.rafiki.control.LoopTimings.Step;
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
 * Searches the feasible configuration with the highest gain over the present one.
 *
 * <p>If its change rewrites data, a second search excludes rewrites. The benefit of the rewrite is the difference between both
 * results. If the rewrite does not pay or is not allowed now, the second result is the plan.
 */
final class Planner {

    private final Search search;
    private final FeasibleRegion reach;
    private final FeasibleRegion gentle;
    private final GuardrailConfig limits;
    private final LoopTimings timings;

    Planner(Search search, FeasibleRegion reach, GuardrailConfig limits, LoopTimings timings) {
        this.search = search;
        this.reach = reach;
        this.gentle = reach.without(ChangeCost.REWRITES_DATA);
        this.limits = limits;
        this.timings = timings;
    }

    /**
     * Searches on the caller's thread, in milliseconds.
     *
     * @param now the node's configuration in the model's space
     * @param workload of the window
     * @param seed the same seed gives the same plan
     * @param terms policy and cost of rewrites
     * @param staying names of the knobs that keep their values
     * @throws IllegalStateException with one line if the model predicts no numbers, or no feasible configuration satisfies the constraints
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
        Configuration found = timings.timed(Step.SEARCH, () -> search.search(surrogate, trained, where, seed)
                .best());
        Configuration best = ChangePruning.dropIneffectiveChanges(surrogate, trained, now, found, where);
        return new Plan(now, best, within.changes(now, best), workload, surrogate.gain(trained, now, best));
    }
}
