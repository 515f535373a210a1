package io.rafiki.control;

import io.rafiki.decision.Change;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.search.Search;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Searches the best configuration for each limit of the change cost, from instant changes to a restart.
 *
 * <p>A class is part of the result only if it gains more than all cheaper ones. Each search takes milliseconds.
 */
final class PriceClasses {

    private final Search search;
    private final FeasibleRegion reach;
    private final GuardrailConfig limits;

    PriceClasses(Search search, FeasibleRegion reach, GuardrailConfig limits) {
        this.search = search;
        this.reach = reach;
        this.limits = limits;
    }

    /**
     * Searches on the caller's thread; the parameters are those of {@link Planner#plan}.
     *
     * @return the classes in ascending order of their cost; empty if no change gains
     * @throws IllegalStateException with one line if the model predicts no numbers, or no feasible configuration satisfies the constraints
     */
    List<PriceClass> of(
            LoadedModel model,
            NodeConfiguration now,
            Workload workload,
            long seed,
            RewriteCostPolicy terms,
            Set<String> staying) {
        List<PriceClass> classes = new ArrayList<>();
        double best = 0;
        for (ChangeCost cost : ChangeCost.values()) {
            Plan plan = new Planner(search, reach.upTo(cost), limits).plan(model, now, workload, seed, terms, staying);
            double lowerBound = plan.gain().lowerBound(limits.kappa());
            boolean hasCost = plan.changes().stream().map(Change::cost).anyMatch(cost::equals);
            if (hasCost && lowerBound > best) {
                double margin = plan.gain().mean() - lowerBound;
                boolean isAllowed = plan.changes().stream().map(Change::cost).allMatch(limits.allowedCosts()::contains);
                classes.add(new PriceClass(cost, plan, lowerBound, plan.gain().mean() + margin, isAllowed));
                best = lowerBound;
            }
        }
        return classes;
    }
}
