package io.rafiki.control.proposal;

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
import java.util.Optional;
import java.util.Set;

/**
 * Searches the feasible configuration with the highest gain over the present one.
 *
 * <p>If its change rewrites data, a second search excludes rewrites. The benefit of the rewrite is the difference between both
 * results. If the rewrite does not pay or is not allowed now, the second result is the plan.
 */
public final class Planner {

    private final Search search;
    private final FeasibleRegion reach;
    private final FeasibleRegion gentle;
    private final GuardrailConfig limits;

    public Planner(Search search, FeasibleRegion reach, GuardrailConfig limits) {
        this.search = search;
        this.reach = reach;
        this.gentle = reach.without(ChangeCost.REWRITES_DATA);
        this.limits = limits;
    }

    /**
     * Searches on the caller's thread, in milliseconds.
     *
     * @param subject what is decided; skipped knobs keep their values and count with the nearest trained ones
     * @param seed the same seed gives the same plan
     * @param terms policy and cost of rewrites
     * @throws IllegalStateException with one line if the model predicts no numbers, or no feasible configuration satisfies the constraints
     */
    public Plan plan(LoadedModel model, PlanSubject subject, long seed, RewriteCostPolicy terms) {
        NodeConfiguration now = subject.now();
        Set<String> fixed = new HashSet<>(subject.fixed());
        fixed.addAll(now.skippedKnobs());
        Configuration from = trained(now, model);
        Plan best = plan(model, subject, from, seed, reach.holding(fixed));
        if (!best.rewritesData()) {
            return best;
        }
        Plan other = plan(model, subject, from, seed, gentle.holding(fixed));
        RelativeGain more = gain(model, model.trained(subject.workload()), now, other.to(), best.to());
        return terms.chosen(more, best, other, limits);
    }

    private Plan plan(LoadedModel model, PlanSubject subject, Configuration from, long seed, FeasibleRegion within) {
        NodeConfiguration now = subject.now();
        Surrogate surrogate = model.learned().surrogate();
        Workload trained = model.trained(subject.workload());
        SearchSpace where = within.around(from, model.envelope(), limits.kappa());
        Configuration found = search.search(surrogate, trained, where, seed).best();
        Configuration best = ChangePruning.dropIneffectiveChanges(surrogate, trained, from, found, where);
        List<Change> changes = within.changes(from, best).stream()
                .map(change -> onGroup(change, now))
                .toList();
        RelativeGain gain = gain(model, trained, now, from, best);
        return new Plan(
                from,
                best,
                changes,
                subject.group(),
                now.skippedKnobs(),
                subject.workload(),
                gain,
                share(now, from, best),
                Optional.empty(),
                Optional.empty());
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
        return group(now, change.knob())
                .map(group -> change.on(
                        group.tables().stream().map(TableName::toString).toList()))
                .orElse(change);
    }

    private static Optional<TableGroup> group(NodeConfiguration now, String knob) {
        return now.groups().getOrDefault(knob, List.of()).stream().findFirst();
    }

    /**
     * The gain on the whole node: {@code s g + (1 - s) h}. With share {@code s} of the group's operations among all operations of the node,
     * {@code g} is the gain of all changes, and {@code h} that without the changed table options: other tables do not gain from these. For
     * a change of the group's options alone, {@code h} is 0. This is the first-order gain of closed-loop clients with a constant mix.
     */
    private static RelativeGain gain(
            LoadedModel model, Workload trained, NodeConfiguration now, Configuration from, Configuration to) {
        RelativeGain inGroup = model.learned().surrogate().gain(trained, from, to);
        double share = share(now, from, to);
        if (share == 1) {
            return inGroup;
        }
        Configuration without = to;
        for (String knob : changedOptions(now, from, to)) {
            without = without.with(knob, from.get(knob));
        }
        RelativeGain elsewhere = without.equals(from)
                ? new RelativeGain(0, 0)
                : model.learned().surrogate().gain(trained, from, without);
        return new RelativeGain(
                share * inGroup.mean() + (1 - share) * elsewhere.mean(),
                share * inGroup.deviation() + (1 - share) * elsewhere.deviation());
    }

    /** Share of the operations on the tables whose options change; 1 if none changes. */
    private static double share(NodeConfiguration now, Configuration from, Configuration to) {
        return changedOptions(now, from, to).stream()
                .mapToDouble(knob -> group(now, knob).orElseThrow().share())
                .reduce(1, Math::min);
    }

    private static List<String> changedOptions(NodeConfiguration now, Configuration from, Configuration to) {
        return now.groups().keySet().stream()
                .filter(knob -> group(now, knob).isPresent() && !from.get(knob).equals(to.get(knob)))
                .toList();
    }
}
