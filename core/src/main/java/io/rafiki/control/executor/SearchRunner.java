package io.rafiki.control.executor;

import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.machine.Effect;
import io.rafiki.control.machine.Event;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.PlanSubject;
import io.rafiki.control.proposal.Planner;
import io.rafiki.control.proposal.PriceClass;
import io.rafiki.control.proposal.PriceClasses;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.control.rewrite.CompactionMonitor;
import io.rafiki.control.rewrite.ThrottleKnob;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.ConfigurationUnknown;
import io.rafiki.decision.HoldReason.NoFeasibleConfiguration;
import io.rafiki.decision.HoldReason.UnknownModelKnob;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.decision.RewriteObstacle.RingUncoordinated;
import io.rafiki.decision.Rollback;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.search.Search;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Searches a plan for a window, and the best configuration for each change cost. */
public final class SearchRunner {

    /** One seed for all searches, so that equal inputs give equal proposals. */
    private static final long SEED = 1;

    private final TunedNode node;
    private final Planner planner;
    private final PriceClasses classes;
    private final KnobHistory knobs;
    private final CompactionMonitor rewrites;
    private final NodeSensor sensor;
    private final GuardrailConfig limits;
    private final boolean isInCluster;
    private final LoopTimings timings;
    private final Clock clock;

    /** @param isInCluster whether roll-outs of the cluster change the node, so that rewrites are coordinated */
    public SearchRunner(
            TunedNode node,
            Search search,
            FeasibleRegion reach,
            GuardrailConfig limits,
            boolean isInCluster,
            KnobHistory knobs,
            CompactionMonitor rewrites,
            NodeSensor sensor,
            LoopTimings timings,
            Clock clock) {
        this.node = node;
        this.planner = new Planner(search, reach, limits);
        this.classes = new PriceClasses(search, reach, limits);
        this.knobs = knobs;
        this.rewrites = rewrites;
        this.sensor = sensor;
        this.limits = limits;
        this.isInCluster = isInCluster;
        this.timings = timings;
        this.clock = clock;
    }

    /** Searches, and ends with {@link Event.Searched}. */
    Event run(Effect.Search effect, LoadedModel model) {
        DecisionInput situation = effect.situation();
        knobs.acceptCurrent(situation.now());
        NodeConfiguration now;
        try {
            now = node.read(model.space());
        } catch (IllegalArgumentException e) {
            return held(situation, new UnknownModelKnob(e.getMessage()));
        }
        if (now.isUnknown()) {
            return held(situation, new ConfigurationUnknown(now.skipped().get(0)));
        }
        try {
            return searched(effect, model, now);
        } catch (IllegalStateException e) {
            return held(situation, new NoFeasibleConfiguration(e.getMessage()));
        }
    }

    /** Searches for the node and for each group of tables. The plan with the greatest lower bound of the node's gain is the result. */
    private Event searched(Effect.Search effect, LoadedModel model, NodeConfiguration now) {
        DecisionInput situation = effect.situation();
        Instant start = clock.instant();
        Set<String> fixed = fixed(situation.now());
        List<Rollback> rolledBack = situation.asked() ? List.of() : situation.rolledBack();
        List<Found> all = new ArrayList<>();
        for (PlanSubject subject : PlanSubject.of(now, situation.window().orElseThrow(), fixed, rolledBack, limits)) {
            if (subject.group().isEmpty() || isTrained(subject, model)) {
                RewriteCostPolicy allowed = rewrites.terms(situation.now(), situation.spent(), subject.tables());
                RewriteCostPolicy terms = !isInCluster && effect.isUncoordinated()
                        ? new RewriteCostPolicy(allowed.price(), Optional.of(new RingUncoordinated(effect.nodes())))
                        : allowed;
                all.add(new Found(subject, planner.plan(model, subject, SEED, terms), allowed));
            }
        }
        Found best = all.stream()
                .filter(found -> !found.plan().changes().isEmpty())
                .max(Comparator.comparingDouble(this::gain))
                .orElse(all.get(0));
        node.select(best.subject().tables());
        timings.took(Step.SEARCH, Duration.between(start, clock.instant()));
        List<PriceClass> offers = offers(model, best);
        Instant end = clock.instant();
        return new Event.Searched(
                end,
                situation,
                sensor.reading(end),
                Optional.of(best.plan()),
                best.plan().changes().isEmpty() ? Optional.empty() : model.unconfirmed(best.plan()),
                offers,
                situation.mode() == Mode.AUTO && !situation.asked() ? rewrites.trial(best.plan()) : Optional.empty(),
                all.stream().anyMatch(Found::isDeferred),
                all.stream().anyMatch(found -> !found.equals(best) && gain(found) >= limits.minGain()));
    }

    private List<PriceClass> offers(LoadedModel model, Found best) {
        Set<String> lost = new HashSet<>();
        for (KnobState state : knobs.states()) {
            if (state.isLostAtRestart(node.isTableOption(state.knob()))) {
                lost.add(state.knob());
            }
        }
        try {
            return classes.of(model, best.subject(), SEED, best.allowed(), lost);
        } catch (IllegalStateException e) {
            // the plan is feasible, but a constraint excludes all configurations of a cheaper class
            return List.of();
        }
    }

    /** The knobs that keep their values: those that another client set, and the limit of compactions while it is under control. */
    private Set<String> fixed(Instant now) {
        Set<String> fixed = new HashSet<>(KnobHistory.yielded(knobs.states(), now, limits.externalChangeHold())
                .keySet());
        if (rewrites.isThrottling()) {
            fixed.add(ThrottleKnob.NAME);
        }
        return fixed;
    }

    /** Whether the model is trained for the group's workload. */
    private static boolean isTrained(PlanSubject subject, LoadedModel model) {
        return model.outside(subject.workload()).isEmpty()
                && model.untrainedFeature(subject.workload()).isEmpty();
    }

    private double gain(Found found) {
        return found.plan().changes().isEmpty() ? 0 : found.plan().gain().lowerBound(limits.kappa());
    }

    /** The best plan of one subject, and the conditions of a rewrite of its tables. */
    private record Found(PlanSubject subject, Plan plan, RewriteCostPolicy allowed) {

        boolean isDeferred() {
            return allowed.obstacle().isPresent() && plan.deferred().isPresent();
        }
    }

    private Event held(DecisionInput situation, HoldReason hold) {
        Instant now = clock.instant();
        return new Event.Searched(
                now,
                situation,
                sensor.reading(now),
                Optional.empty(),
                Optional.of(hold),
                List.of(),
                Optional.empty(),
                false,
                false);
    }
}
