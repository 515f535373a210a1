package io.rafiki.control;

import io.rafiki.decision.Change;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.TableGroup;
import io.rafiki.node.TableName;
import io.rafiki.search.ChangePruning;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    Planner(Search search, FeasibleRegion reach, GuardrailConfig limits) {
        this.search = search;
        this.reach = reach;
        this.gentle = reach.without(ChangeCost.REWRITES_DATA);
        this.limits = limits;
    }

    /**
     * Searches on the caller's thread, in milliseconds.
     *
     * @param now the node's configuration in the model's space; skipped knobs keep their values and count with the nearest trained ones
     * @param workload of the window
     * @param seed the same seed gives the same plan
     * @param terms policy and cost of rewrites
     * @param staying names of the knobs that keep their values
     * @throws IllegalStateException with one line if the model predicts no numbers, or no feasible configuration satisfies the constraints
     */
    Plan plan(
            LoadedModel model,
            NodeConfiguration now,
            Workload workload,
            long seed,
            RewriteCostPolicy terms,
            Set<String> staying) {
        Set<String> fixed = new HashSet<>(staying);
        fixed.addAll(now.skippedKnobs());
        Configuration from = trained(now, model);
        Plan best = plan(model, now, from, workload, seed, reach.holding(fixed));
        if (!best.rewritesData()) {
            return best;
        }
        Plan other = plan(model, now, from, workload, seed, gentle.holding(fixed));
        RelativeGain more = gain(model, model.trained(workload), now, other.to(), best.to());
        return terms.chosen(more, best, other, limits);
    }

    private Plan plan(
            LoadedModel model,
            NodeConfiguration now,
            Configuration from,
            Workload workload,
            long seed,
            FeasibleRegion within) {
        Surrogate surrogate = model.surrogate();
        Workload trained = model.trained(workload);
        SearchSpace where = within.around(from, model.envelope(), limits.kappa());
        Configuration found = search.search(surrogate, trained, where, seed).best();
        Configuration best = ChangePruning.dropIneffectiveChanges(surrogate, trained, from, found, where);
        List<Change> changes = within.changes(from, best).stream()
                .map(change -> onGroup(change, now))
                .toList();
        RelativeGain gain = gain(model, trained, now, from, best);
        return new Plan(from, best, changes, now.skippedKnobs(), workload, gain, Optional.empty(), Optional.empty());
    }

    /** The present configuration with the nearest trained value of each skipped knob. */
    private static Configuration trained(NodeConfiguration now, LoadedModel model) {
        KnobSpace space = now.values().space();
        Set<String> skipped = now.skippedKnobs();
        double[] codes = now.values().codes();
        for (int i = 0; i < codes.length; i++) {
            if (skipped.contains(space.knob(i).name())) {
                codes[i] = model.envelope().knobs().get(i).nearest(codes[i]);
            }
        }
        return new Configuration(space, codes);
    }

    private static Change onGroup(Change change, NodeConfiguration now) {
        return Optional.ofNullable(now.groups().get(change.knob()))
                .map(group -> change.on(
                        group.tables().stream().map(TableName::toString).toList()))
                .orElse(change);
    }

    /**
     * The gain on the whole node. Operations on other tables than the tuned group do not gain from a table option: they count with the gain of
     * the other knobs.
     */
    private static RelativeGain gain(
            LoadedModel model, Workload trained, NodeConfiguration now, Configuration from, Configuration to) {
        Configuration without = to;
        double share = 1;
        for (Map.Entry<String, TableGroup> group : now.groups().entrySet()) {
            if (!from.get(group.getKey()).equals(to.get(group.getKey()))) {
                without = without.with(group.getKey(), from.get(group.getKey()));
                share = Math.min(share, group.getValue().share());
            }
        }
        RelativeGain inGroup = model.surrogate().gain(trained, from, to);
        if (share == 1) {
            return inGroup;
        }
        RelativeGain elsewhere = model.surrogate().gain(trained, from, without);
        return new RelativeGain(
                share * inGroup.mean() + (1 - share) * elsewhere.mean(),
                share * inGroup.deviation() + (1 - share) * elsewhere.deviation());
    }
}
