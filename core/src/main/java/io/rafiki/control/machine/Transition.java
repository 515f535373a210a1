package io.rafiki.control.machine;

import io.rafiki.control.machine.Effect.Log;
import io.rafiki.control.machine.Effect.Log.Level;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.reason.Problem.ModelRefused;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.control.record.AppliedChanges;
import io.rafiki.control.record.DecisionJson;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Decisions;
import io.rafiki.control.record.Outcomes;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.DebtMonitor;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Verdict;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One step of the control loop in progress: the next state and the effects so far. */
final class Transition {

    private final Instant at;
    private final ZoneId zone;
    private final List<Effect> effects = new ArrayList<>();
    private LoopPhase phase;
    Mode mode;
    Optional<String> paused;
    Optional<Stopped> stopped;
    boolean commanded;
    WindowHistory windows;
    Optional<Window> decided;
    Decisions decisions;
    Optional<String> holding;
    Optional<Proposal> pending;
    List<Offer> offers;
    AppliedChanges changes;
    Optional<Instant> restartedAt;
    ChangeCounts spent;
    ControlState.Counters counters;
    Optional<Observation> observation;
    DebtMonitor debt;
    Optional<PendingRollback> rollback;
    Outcomes outcomes;
    boolean rewriteDeferred;
    boolean othersGain;
    Optional<HoldReason> trialHold;
    Optional<LoadedModel> model;
    Optional<ModelRefused> modelProblem;
    NodeReading node;
    ErrorCount errors;

    /** @param zone of the times in the log */
    Transition(ControlState from, Instant at, ZoneId zone) {
        this.at = at;
        this.zone = zone;
        phase = from.phase();
        mode = from.mode();
        paused = from.paused();
        stopped = from.stopped();
        commanded = from.commanded();
        windows = from.windows();
        decided = from.decided();
        decisions = from.decisions();
        holding = from.holding();
        pending = from.pending();
        offers = from.offers();
        changes = from.changes();
        restartedAt = from.restartedAt();
        spent = from.spent();
        counters = from.counters();
        observation = from.observation();
        debt = from.debt();
        rollback = from.rollback();
        outcomes = from.outcomes();
        rewriteDeferred = from.rewriteDeferred();
        othersGain = from.othersGain();
        trialHold = from.trialHold();
        model = from.model();
        modelProblem = from.modelProblem();
        node = from.node();
        errors = from.errors();
    }

    /** The state so far. */
    ControlState state() {
        return new ControlState(
                phase,
                mode,
                paused,
                stopped,
                commanded,
                windows,
                decided,
                decisions,
                holding,
                pending,
                offers,
                changes,
                restartedAt,
                spent,
                counters,
                observation,
                debt,
                rollback,
                outcomes,
                rewriteDeferred,
                othersGain,
                trialHold,
                model,
                modelProblem,
                node,
                errors);
    }

    List<Effect> effects() {
        return List.copyOf(effects);
    }

    Instant at() {
        return at;
    }

    LoopPhase phase() {
        return phase;
    }

    /** @throws IllegalStateException if this transition is invalid */
    void to(LoopPhase next) {
        phase = phase.to(next);
    }

    /** Ends an effect: back to the phase in which the loop waits. */
    void rest() {
        to(
                phase == LoopPhase.STOPPING
                        ? LoopPhase.STOPPING
                        : stopped.isPresent()
                                ? LoopPhase.STOPPED
                                : errors.tooMany()
                                        ? LoopPhase.DISABLED
                                        : observation.isPresent() ? LoopPhase.OBSERVING : LoopPhase.WATCHING);
    }

    void emit(Effect effect) {
        effects.add(effect);
    }

    void log(Level level, String line) {
        emit(new Log(level, line));
    }

    void record(RecordType kind, String decision, Map<String, Object> content) {
        emit(new Effect.Write(kind, decision, content));
    }

    void reply(Object answer) {
        emit(new Effect.Reply(answer));
    }

    void refuse(Reason reason) {
        emit(new Effect.Refuse(reason));
    }

    Optional<Window> window() {
        return windows.last();
    }

    /** Sets the window that the next ones are compared with. A window without operations cannot be compared. */
    void markDecided() {
        window().filter(window -> window.operations() > 0).ifPresent(window -> decided = Optional.of(window));
    }

    /** Counts a change of the node for the budgets. */
    void spend(List<Change> made) {
        spent = spent.plus(made.stream().anyMatch(Change::rewritesData), at);
    }

    /** A further decision, with the next number. */
    DecisionRecord next(String kind, Reason reason, Optional<Plan> plan) {
        return DecisionRecord.of(decisions.number() + 1, at, kind, reason, window(), plan);
    }

    /** A further decision that undoes changes. */
    DecisionRecord nextRollback(Reason reason, List<Change> undone) {
        return DecisionRecord.rollback(decisions.number() + 1, at, reason, window(), undone);
    }

    /** Logs a decision. */
    void announce(DecisionRecord made) {
        log(
                Level.INFO,
                "[" + made.id() + "] " + made.kind() + ": " + made.reasonText()
                        + (made.changes().isEmpty() ? "" : ": " + made.changes())
                        + (made.tables().isEmpty() ? "" : " on " + made.tablesText())
                        + windowText());
    }

    /** The last window for the log. */
    String windowText() {
        return DecisionJson.windowText(window(), zone);
    }

    /** Records the end of a decision. */
    void finish(DecisionRecord made, Reason outcome) {
        decisions = decisions.updated(made.readBack(outcome));
        Map<String, Object> content = new LinkedHashMap<>();
        DecisionJson.put(content, outcome);
        record(RecordType.OUTCOME, made.id(), content);
    }

    /** Records an operator's command, after which the next window is decided again. */
    void command(String verb, String argument, String by) {
        decided = Optional.empty();
        holding = Optional.empty();
        recordCommand(verb, argument, by);
    }

    void recordCommand(String verb, String argument, String by) {
        log(Level.INFO, verb + " " + argument + " (by " + by + ")");
        record(RecordType.VERB, "", DecisionJson.command(verb, argument, by));
    }

    /** Adds an outcome of a change. */
    void outcome(Outcomes.Line line, Optional<Verdict> verdict) {
        outcomes = outcomes.with(line);
        record(RecordType.VERDICT, line.decision(), line.content(verdict));
        verdict.ifPresent(found -> {
            decisions = decisions.judged(line.decision(), found);
            Level level = found.outcome() == Verdict.Outcome.WORSE ? Level.WARN : Level.INFO;
            log(level, "[" + line.decision() + "] effect: " + ReasonText.of(found));
        });
    }
}
