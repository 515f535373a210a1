package io.rafiki.control.rollout;

import io.rafiki.cluster.ProposedChange;
import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Policy;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.learning.Exploration;
import io.rafiki.learning.LearnedModel;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.search.SearchSpace;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plans the change that this node explores as a canary: knobs, values and costs are those of the tuner's own changes, without table options.
 * The plan stays the same until model, workload or configuration change. Confined to the thread of the cluster.
 */
public final class ExplorationPlanner {

    private final TunedNode node;
    private final FeasibleRegion region;
    private final Policy policy;
    private final Clock clock;
    private Optional<Input> last = Optional.empty();
    private Optional<ProposedChange> planned = Optional.empty();

    /** @param region values that the tuner may change knobs to */
    public ExplorationPlanner(TunedNode node, FeasibleRegion region, Policy policy, Clock clock) {
        this.node = node;
        this.region = region.without(ChangeCost.REWRITES_DATA);
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * What a plan depends on.
     *
     * @param values present value of each knob of the node
     * @param fixed knobs that keep the values of another client
     */
    private record Input(LoadedModel model, Workload workload, Map<String, String> values, Set<String> fixed) {}

    /** The change to explore; empty without one, unless the tuner has decided in mode auto with a model that it may apply. */
    Optional<ProposedChange> planned(ControlState state) {
        Optional<Input> now = input(state);
        if (now.isEmpty()) {
            return Optional.empty();
        }
        if (!now.equals(last)) {
            planned = plan(now.get());
            last = now;
        }
        return planned;
    }

    private Optional<Input> input(ControlState state) {
        boolean isPossible = state.mode() == Mode.AUTO
                && state.node().rewriting().isEmpty()
                && policy.untrusted(state.situation(clock.instant(), false)).isEmpty();
        return state.model().filter(model -> isPossible).flatMap(model -> state.decided()
                .map(Window::workload)
                .filter(workload ->
                        isPresent(workload, state) && model.outside(workload).isEmpty())
                .map(workload -> new Input(model, workload, values(state), fixed(state))));
    }

    /** Whether the last window has the workload of the last decision. */
    private boolean isPresent(Workload decided, ControlState state) {
        double tolerance = policy.limits().change().minChange();
        return state.window()
                .filter(window -> window.workload().isNear(decided, tolerance))
                .isPresent();
    }

    private static Map<String, String> values(ControlState state) {
        Map<String, String> values = new LinkedHashMap<>();
        state.node().knobs().forEach(knob -> values.put(knob.knob(), knob.live()));
        return values;
    }

    private Set<String> fixed(ControlState state) {
        return KnobHistory.yielded(
                        state.node().knobs(), clock.instant(), policy.limits().externalChangeHold())
                .keySet();
    }

    private Optional<ProposedChange> plan(Input now) {
        LoadedModel model = now.model();
        NodeConfiguration present;
        try {
            present = node.current(model.space());
        } catch (IllegalArgumentException unknownKnob) {
            return Optional.empty();
        }
        Configuration from = present.values();
        if (!present.skipped().isEmpty() || model.outside(from).isPresent()) {
            // a measured effect would teach nothing
            return Optional.empty();
        }
        GuardrailConfig limits = policy.limits();
        LearnedModel learned = model.learned().copy();
        Workload trained = model.trained(now.workload());
        // files take hours to follow a table's option, and a canary is compared for minutes
        Set<String> held = new HashSet<>(now.fixed());
        held.addAll(present.groups().keySet());
        SearchSpace where = region.holding(held).around(from, model.envelope(), limits.kappa());
        return new Exploration(learned, model.envelope(), model.tolerance(), limits.kappa(), limits.minGain())
                .next(trained, from, where)
                .map(to -> new Plan(
                        from,
                        to,
                        region.changes(from, to),
                        now.workload(),
                        learned.surrogate().gain(trained, from, to)))
                .map(plan -> RolloutChanges.of(ProposedChange.EXPLORATION, plan));
    }
}
