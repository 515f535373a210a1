package io.rafiki.control.proposal;

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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches the best configuration for each limit of the change cost, from instant changes to a restart.
 *
 * <p>A class is part of the result only if it gains more than all cheaper ones and the second evaluator, if there is one, confirms it. Each
 * search takes milliseconds.
 */
public final class PriceClasses {

    private final Search search;
    private final FeasibleRegion reach;
    private final GuardrailConfig limits;

    /**
     * @param reach knobs that may change; its costs do not matter
     * @param limits guardrails, with the costs that need no permission
     */
    public PriceClasses(Search search, FeasibleRegion reach, GuardrailConfig limits) {
        this.search = search;
        this.reach = reach;
        this.limits = limits;
    }

    /** Searches for a node whose knobs may all change. */
    public List<PriceClass> of(
            LoadedModel model, NodeConfiguration now, Workload workload, long seed, RewriteCostPolicy terms) {
        return of(model, new PlanSubject(now, workload, Set.of(), List.of()), seed, terms, Set.of());
    }

    /**
     * Searches on the caller's thread.
     *
     * @param subject the node, or a group of tables
     * @param seed the same seed gives the same classes
     * @param terms policy and cost of rewrites
     * @param lost names of the knobs whose present values a restart would lose
     * @return the classes in ascending order of their cost; empty if no change gains
     * @throws IllegalStateException with one line if the model predicts no numbers, or no feasible configuration satisfies the constraints
     */
    public List<PriceClass> of(
            LoadedModel model, PlanSubject subject, long seed, RewriteCostPolicy terms, Set<String> lost) {
        List<PriceClass> classes = new ArrayList<>();
        double best = 0;
        for (ChangeCost cost : ChangeCost.values()) {
            Plan plan = new Planner(search, reach.upTo(cost), limits).plan(model, subject, seed, terms);
            double lowerBound = plan.gain().lowerBound(limits.kappa());
            boolean hasCost = plan.changes().stream().map(Change::cost).anyMatch(cost::equals);
            if (hasCost && lowerBound > best && model.unconfirmed(plan).isEmpty()) {
                double margin = plan.gain().mean() - lowerBound;
                boolean isAllowed = plan.changes().stream().map(Change::cost).allMatch(limits.allowedCosts()::contains);
                List<String> lines = cost == ChangeCost.NEXT_START ? startLines(plan, lost) : List.<String>of();
                classes.add(new PriceClass(cost, plan, lowerBound, plan.gain().mean() + margin, isAllowed, lines));
                best = lowerBound;
            }
        }
        return classes;
    }

    private List<String> startLines(Plan plan, Set<String> lost) {
        Set<String> names = new HashSet<>(lost);
        names.removeAll(plan.skipped());
        plan.changes().forEach(change -> names.add(change.knob()));
        return reach.startLines(plan.to(), names);
    }
}
