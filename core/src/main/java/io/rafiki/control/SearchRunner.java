package io.rafiki.control;

import io.rafiki.control.LoopTimings.Step;
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
import io.rafiki.node.NodeConfiguration;
import io.rafiki.search.Search;
import io.rafiki.workload.Window;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Searches a plan for a window, and the best configuration for each change cost if an operator may look at it. */
final class SearchRunner {

    /** One seed for all searches, so that equal inputs give equal proposals. */
    private static final long SEED = 1;

    private final TunedNode node;
    private final Planner planner;
    private final PriceClasses classes;
    private final KnobHistory knobs;
    private final CompactionMonitor rewrites;
    private final NodeSensor sensor;
    private final Duration externalChangeHold;
    private final LoopTimings timings;
    private final Clock clock;

    SearchRunner(
            TunedNode node,
            Search search,
            FeasibleRegion reach,
            GuardrailConfig limits,
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
        this.externalChangeHold = limits.externalChangeHold();
        this.timings = timings;
        this.clock = clock;
    }

    /** Searches, and ends with {@link Event.Searched}. */
    Event run(Effect.Search effect, LoadedModel model) {
        DecisionInput situation = effect.situation();
        Window window = situation.window().orElseThrow();
        knobs.acceptCurrent(situation.now());
        NodeConfiguration now;
        try {
            now = node.read(model.space());
        } catch (IllegalArgumentException e) {
            return searched(situation, Optional.empty(), new UnknownModelKnob(e.getMessage()), List.of(), false);
        }
        if (now.isUnknown()) {
            return searched(
                    situation,
                    Optional.empty(),
                    new ConfigurationUnknown(now.skipped().get(0)),
                    List.of(),
                    false);
        }
        RewriteCostPolicy allowed = rewrites.terms(situation.now(), situation.spent());
        RewriteCostPolicy terms = effect.isUncoordinated()
                ? new RewriteCostPolicy(allowed.price(), Optional.of(new RingUncoordinated(effect.nodes())))
                : allowed;
        try {
            Instant start = clock.instant();
            Set<String> fixed = KnobHistory.yielded(knobs.states(), situation.now(), externalChangeHold)
                    .keySet();
            Plan found = planner.plan(model, now, window.workload(), SEED, terms, fixed);
            timings.took(Step.SEARCH, Duration.between(start, clock.instant()));
            return searched(
                    situation,
                    Optional.of(found),
                    found.changes().isEmpty() ? null : model.unconfirmed(found).orElse(null),
                    situation.asked() || situation.mode() != Mode.AUTO
                            ? classes.of(model, now, window.workload(), SEED, allowed, fixed)
                            : List.of(),
                    allowed.obstacle().isPresent() && found.deferred().isPresent());
        } catch (IllegalStateException e) {
            return searched(situation, Optional.empty(), new NoFeasibleConfiguration(e.getMessage()), List.of(), false);
        }
    }

    private Event searched(
            DecisionInput situation, Optional<Plan> plan, HoldReason hold, List<PriceClass> classes, boolean deferred) {
        Instant now = clock.instant();
        return new Event.Searched(
                now, situation, sensor.reading(now), plan, Optional.ofNullable(hold), classes, deferred);
    }
}
