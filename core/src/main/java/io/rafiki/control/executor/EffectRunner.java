package io.rafiki.control.executor;

import io.rafiki.cluster.EpochFence;
import io.rafiki.control.configuration.ApplyResult;
import io.rafiki.control.configuration.ConfigurationApplier;
import io.rafiki.control.configuration.ConfigurationApplier.NotApplied;
import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.configuration.KnobUndo;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.configuration.WriteGate;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.Effect;
import io.rafiki.control.machine.Event;
import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.reason.ChangeOutcome.NotJournalled;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.DecisionJson;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.JournalPast;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.control.rewrite.CompactionMonitor;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.journal.RecordType;
import io.rafiki.node.NodeFailure.ValueNotAllowed;
import io.rafiki.node.RewriteReading;
import io.rafiki.reason.PlainText;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executes the effects of the control loop at the node, the journal, the log and the model. */
public final class EffectRunner {

    private final TunedNode node;
    private final SearchRunner searches;
    private final ConfigurationApplier applier;
    private final JournalWriter journal;
    private final ModelRegistry models;
    private final KnobHistory knobs;
    private final CompactionMonitor rewrites;
    private final NodeSensor sensor;
    private final EpochFence fence;
    private final ControlLog log;
    private final LoopTimings timings;
    private final Clock clock;

    public EffectRunner(
            TunedNode node,
            SearchRunner searches,
            ConfigurationApplier applier,
            JournalWriter journal,
            ModelRegistry models,
            KnobHistory knobs,
            CompactionMonitor rewrites,
            NodeSensor sensor,
            EpochFence fence,
            ControlLog log,
            LoopTimings timings,
            Clock clock) {
        this.node = node;
        this.searches = searches;
        this.applier = applier;
        this.journal = journal;
        this.models = models;
        this.knobs = knobs;
        this.rewrites = rewrites;
        this.sensor = sensor;
        this.fence = fence;
        this.log = log;
        this.timings = timings;
        this.clock = clock;
    }

    /** Takes over the past of the journal. */
    void restore(JournalPast past) {
        knobs.restore(past.external());
        fence.restore(past.highestOrder());
    }

    /**
     * Executes one effect.
     *
     * @param state of the loop after the step that required it
     * @param gate is asked before each write of a plan
     * @return the event of its end; empty if it has none
     */
    Optional<Event> run(Effect effect, ControlState state, WriteGate gate) {
        if (effect instanceof Effect.Search search) {
            return Optional.of(searches.run(search, state.model().orElseThrow()));
        } else if (effect instanceof Effect.Apply apply) {
            return Optional.of(apply(apply, gate));
        } else if (effect instanceof Effect.RollBack rollBack) {
            return Optional.of(rollBack(rollBack));
        } else if (effect instanceof Effect.PrepareStop) {
            return Optional.of(prepareStop());
        } else if (effect instanceof Effect.LoadModel load) {
            return Optional.of(models.load(load, state.model(), clock.instant()));
        } else if (effect instanceof Effect.FollowRewrite follow) {
            Instant now = clock.instant();
            rewrites.begun(follow.decision(), now, follow.before(), follow.price(), follow.isRollback());
            return Optional.of(new Event.Sampled(now, sensor.reading(now), Optional.empty()));
        } else if (effect instanceof Effect.Act act) {
            rewrites.execute(act.action());
        } else if (effect instanceof Effect.EndActions) {
            rewrites.undo(clock.instant());
        } else if (effect instanceof Effect.StopCompactions) {
            rewrites.stop();
        } else if (effect instanceof Effect.Write entry) {
            write(entry);
        } else if (effect instanceof Effect.Log line) {
            log(line);
        }
        return Optional.empty();
    }

    private Event apply(Effect.Apply effect, WriteGate gate) {
        DecisionRecord made = effect.change().decided();
        Plan plan = effect.change().plan();
        Optional<RewriteReading> before = rewrites.before(plan.changes());
        Instant start = clock.instant();
        ApplyResult result;
        try {
            journal.write(RecordType.DECISION, made.id(), DecisionJson.of(made));
            applier.apply(made.id(), plan, gate);
            Duration duration = Duration.between(start, clock.instant());
            timings.took(Step.APPLY, duration);
            result = new ApplyResult(new Ok(), true, List.of(), before, duration);
            knobs.applied(made, plan.changes(), clock.instant());
        } catch (IOException e) {
            result = new ApplyResult(unrecorded(), false, List.of(), before, Duration.ZERO);
        } catch (NotApplied failure) {
            result = new ApplyResult(
                    failure.outcome(), failure.begun(), failure.rollbackFailed(), before, Duration.ZERO);
            knobs.applied(made, failure.rollbackFailed(), clock.instant());
        }
        Instant now = clock.instant();
        return new Event.Applied(now, effect, result, sensor.reading(now));
    }

    private Event rollBack(Effect.RollBack effect) {
        DecisionRecord made = effect.decided();
        rewrites.undo(clock.instant());
        Optional<RewriteReading> before = rewrites.before(effect.changes());
        List<Change> restored = new ArrayList<>();
        ChangeOutcome outcome;
        try {
            journal.write(RecordType.DECISION, made.id(), DecisionJson.of(made));
            outcome = undo(effect, restored);
        } catch (IOException e) {
            if (effect.byHand()) {
                log.warn("[" + made.id() + "] is executed without a record, because an operator requested it");
            }
            outcome = effect.byHand() ? undo(effect, restored) : unrecorded();
        }
        Instant now = clock.instant();
        return new Event.RolledBack(now, effect, outcome, restored, before, sensor.reading(now));
    }

    private ChangeOutcome undo(Effect.RollBack effect, List<Change> restored) {
        ChangeOutcome outcome = applier.rollBack(effect.decided().id(), effect.changes(), effect.byHand(), restored);
        knobs.rolledBack(effect.decided(), effect.changes(), clock.instant());
        return outcome;
    }

    private NotJournalled unrecorded() {
        return new NotJournalled(journal.problem().orElseThrow());
    }

    /** Knobs that another client changed keep their values. */
    private Event prepareStop() {
        Instant now = clock.instant();
        rewrites.undo(now);
        knobs.acceptCurrent(now);
        List<Change> ours = new ArrayList<>();
        List<KnobStuck> stuck = new ArrayList<>();
        for (KnobState state : knobs.states()) {
            if (node.isTableOption(state.knob())) {
                node.tableChanges(state.knob()).stream()
                        .filter(new KnobUndo(node)::isInPlace)
                        .forEach(ours::add);
                continue;
            }
            state.ours().filter(value -> isInPlace(state)).ifPresent(value -> {
                try {
                    ours.add(node.change(state.knob(), state.yaml(), value));
                } catch (IllegalArgumentException e) {
                    // cassandra.yaml may contain a value outside the catalogue
                    stuck.add(new KnobStuck(state.knob(), state.yaml(), new ValueNotAllowed(e.getMessage())));
                }
            });
        }
        return new Event.StopPrepared(now, ours, stuck);
    }

    /** Whether the node holds the tuner's value and not that of its start, or may do so because it cannot be read. */
    private static boolean isInPlace(KnobState state) {
        return !state.ours().equals(Optional.of(state.yaml()))
                && (state.ours().equals(Optional.of(state.live())) || KnobHistory.isUnknown(state.live()));
    }

    private void write(Effect.Write effect) {
        try {
            journal.write(effect.kind(), effect.decision(), effect.content());
        } catch (IOException e) {
            // the status shows the journal's problem
        }
    }

    private void log(Effect.Log effect) {
        String line = PlainText.of(effect.line());
        switch (effect.level()) {
            case DEBUG -> log.debug(line);
            case INFO -> log.info(line);
            case WARN -> log.warn(line);
        }
    }
}
