package io.rafiki.control.status;

import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.machine.NodeReading;
import io.rafiki.control.machine.Observation;
import io.rafiki.control.machine.PendingRollback;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelText;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.DecisionsPaused;
import io.rafiki.control.reason.Activity.RollbackPending;
import io.rafiki.control.reason.Activity.RollbackSuspended;
import io.rafiki.control.reason.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.reason.Problem;
import io.rafiki.control.reason.Problem.AdviceOnly;
import io.rafiki.control.reason.Problem.CompactionDebtGrows;
import io.rafiki.control.reason.Problem.EffectHung;
import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.control.reason.Problem.NotApplied;
import io.rafiki.control.reason.Problem.RestoreIncomplete;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Publishes the tuner's status after each step. A reader never waits for the tuner. */
public final class StatusPublisher {

    /** A sample takes milliseconds, the loading of a model seconds. */
    private static final Duration HUNG = Duration.ofSeconds(10);

    private final Policy policy;
    private final List<Problem> notices;
    private volatile TunerStatus status;
    private volatile Running running;
    private ModelFacts facts;

    private record Running(String effect, Instant begun) {}

    /** A model with its properties as text. */
    private record ModelFacts(LoadedModel model, Map<String, String> text) {}

    /** @param notices problems that last as long as the tuner runs */
    public StatusPublisher(Policy policy, List<? extends Problem> notices) {
        this.policy = policy;
        this.notices = List.copyOf(notices);
    }

    /** The last published status; it names an effect that has not ended since. */
    public TunerStatus status(Instant now) {
        Running present = running;
        return present == null || Duration.between(present.begun(), now).compareTo(HUNG) < 0
                ? status
                : status.with(new EffectHung(present.effect(), Duration.between(present.begun(), now)));
    }

    public void begins(String effect, Instant at) {
        running = new Running(effect, at);
    }

    public void ends() {
        running = null;
    }

    /** Publishes a state. */
    public void show(ControlState state, Instant now, Optional<JournalUnavailable> journal) {
        NodeReading node = state.node();
        status = new TunerStatus(
                state.phase(),
                state.mode(),
                problems(state, now, journal),
                activities(state, now),
                works(state) ? Optional.of(node.awaited()) : Optional.empty(),
                state.window(),
                state.pending().map(Proposal::plan),
                state.offers(),
                state.decisions().last(),
                state.model().map(this::facts).orElse(Map.of()),
                node.rewriting(),
                state.decisions().count(),
                state.counters().applied(),
                state.counters().failed(),
                state.errors().count(),
                new StatusHistory(now, state.windows().all(), state.decisions().latest(), node.knobs()));
    }

    private static boolean works(ControlState state) {
        return state.phase() != LoopPhase.STOPPED && state.phase() != LoopPhase.DISABLED;
    }

    /** The properties of a model, worded once. */
    private Map<String, String> facts(LoadedModel model) {
        if (facts == null || !facts.model().equals(model)) {
            facts = new ModelFacts(model, ModelText.facts(model));
        }
        return facts.text();
    }

    private List<Problem> problems(ControlState state, Instant now, Optional<JournalUnavailable> journal) {
        List<Problem> problems = new ArrayList<>(notices);
        state.modelProblem().ifPresent(problems::add);
        journal.ifPresent(problems::add);
        state.stopped().ifPresent(problems::add);
        state.changes()
                .stuck()
                .forEach(left -> problems.add(new NotApplied(
                        left.decided().id(), left.decided().readBack().orElseThrow())));
        restoreIncomplete(state).ifPresent(problems::add);
        DecisionInput situation = state.situation(now, false);
        (state.mode().permitsChanges() ? policy.untrusted(situation) : policy.modelUnreliable(situation))
                .ifPresent(why -> problems.add(new AdviceOnly(why)));
        state.debt()
                .growth()
                .ifPresent(growth -> problems.add(
                        new CompactionDebtGrows(growth.from(), growth.to(), Duration.between(growth.since(), now))));
        state.errors().problem().ifPresent(problems::add);
        return problems;
    }

    /** An incomplete rollback by an operator, until the next change or rollback. An automatic one is tried again. */
    private static Optional<Problem> restoreIncomplete(ControlState state) {
        return state.decisions().latest().stream()
                .filter(made -> made.kind().equals("apply") || made.kind().equals("rollback"))
                .reduce((earlier, later) -> later)
                .filter(last -> state.rollback().isEmpty())
                .flatMap(last -> last.readBack()
                        .filter(outcome -> outcome instanceof RollbackIncomplete left
                                && !left.failed().isEmpty())
                        .map(outcome -> new RestoreIncomplete(last.id(), outcome)));
    }

    private List<Activity> activities(ControlState state, Instant now) {
        return Stream.of(
                        state.node().rewriting().stream(),
                        state.node().throttled().stream(),
                        state.observation().filter(change -> works(state)).map(Observation::activity).stream(),
                        state.rollback().map(pending -> rollback(pending, state)).stream(),
                        state.paused().filter(why -> state.holding().isEmpty()).map(DecisionsPaused::new).stream(),
                        KnobHistory.yielding(
                                state.node().knobs(), now, policy.limits().externalChangeHold())
                                .stream(),
                        state.node().skips().stream())
                .<Activity>flatMap(activities -> activities)
                .toList();
    }

    private static Activity rollback(PendingRollback pending, ControlState state) {
        return pending.isAutomatic(state.mode(), state.paused().isPresent())
                ? new RollbackPending(pending.cause())
                : new RollbackSuspended(pending.cause());
    }
}
