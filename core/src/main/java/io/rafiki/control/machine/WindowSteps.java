package io.rafiki.control.machine;

import io.rafiki.control.machine.Effect.Log.Level;
import io.rafiki.control.machine.Event.ClosedWindow;
import io.rafiki.control.machine.NodeReading.AbortedRewrite;
import io.rafiki.control.reason.ActionReason.RewriteAborted;
import io.rafiki.control.reason.ActionReason.RolledBackForRegression;
import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.record.AppliedChanges;
import io.rafiki.control.record.DecisionJson;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Outcomes;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Change;
import io.rafiki.decision.Decision;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.Evidence;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Policy;
import io.rafiki.decision.RewriteAbort;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.Reason;
import java.util.List;
import java.util.Optional;

/** The steps of the loop at a sample: observe the last change, roll it back, or decide about the window. */
final class WindowSteps {

    private final Policy policy;

    WindowSteps(Policy policy) {
        this.policy = policy;
    }

    void sampled(Transition next, Event.Sampled sampled) {
        next.node = sampled.node();
        boolean works = next.phase() == LoopPhase.WATCHING || next.phase() == LoopPhase.OBSERVING;
        if (works) {
            TemporaryActions.due(next);
            RollbackSteps.dropOutdated(next);
        }
        boolean aborts = works
                && next.node
                        .abort()
                        .filter(aborted -> abortRewrite(next, aborted))
                        .isPresent();
        if (works && !aborts && sampled.closed().isPresent()) {
            ClosedWindow closed = sampled.closed().get();
            next.windows = next.windows.with(closed.window(), closed.disturbed());
            next.debt = next.debt.with(closed.window());
            observe(next, closed);
            decideAgain(next, closed);
            if (!rollBackPending(next, next.node.undoObstacle(closed.undoObstacle()))) {
                decide(next, false);
            }
        }
    }

    /** Decides again if another change has become possible. The last one has its verdict first: each is judged alone. */
    private static void decideAgain(Transition next, ClosedWindow closed) {
        boolean isJudged = next.observation.filter(Observation::isUnjudged).isEmpty();
        boolean othersGain = next.othersGain && next.pending.isEmpty() && next.rollback.isEmpty();
        boolean isRewritePossible =
                next.rewriteDeferred && closed.rewriteObstacle().isEmpty();
        if (isJudged && (othersGain || isRewritePossible || next.node.tunableAgain())) {
            next.othersGain = next.othersGain && !othersGain;
            next.decided = Optional.empty();
        }
    }

    private static void observe(Transition next, ClosedWindow closed) {
        if (next.observation.isEmpty()) {
            return;
        }
        Observation former = next.observation.get();
        Observation now = former.with(closed.window(), closed.disturbed(), next.node.knobs());
        next.observation = Optional.of(now);
        now.verdictSince(former).ifPresent(verdict -> {
            next.outcome(Outcomes.Line.of(now.change(), verdict), Optional.of(verdict));
            if (verdict.outcome() == Outcome.WORSE && next.mode == Mode.AUTO) {
                next.rollback = Optional.of(
                        PendingRollback.of(now.change().decided().id(), verdict.evidence(), false, next.at()));
            }
        });
        if (now.isOver()) {
            endObservation(next);
        }
    }

    /** Ends the observation of a change without a verdict. */
    static void endObservation(Transition next) {
        next.observation = Optional.empty();
        if (next.phase() == LoopPhase.OBSERVING) {
            next.to(LoopPhase.WATCHING);
        }
    }

    /**
     * Rolls a change back whose rewrite of data must stop. In case of a full disk the mode does not matter.
     *
     * @return whether a rollback was begun
     */
    private static boolean abortRewrite(Transition next, AbortedRewrite aborted) {
        boolean urgent = aborted.cause() instanceof DiskRunsOut;
        // the rollback of a later change comes first; the rewrite must still stop at the next sample
        boolean known =
                next.rollback.filter(pending -> pending.urgent() || !urgent).isPresent();
        if (!known && (urgent || next.mode == Mode.AUTO)) {
            next.rollback = Optional.of(PendingRollback.of(aborted.decision(), aborted.cause(), urgent, next.at()));
        }
        boolean begun = rollBackPending(next, Optional.empty());
        if (urgent && !begun) {
            next.emit(new Effect.StopCompactions());
        }
        return begun;
    }

    /**
     * Rolls the change back whose rollback is pending.
     *
     * @param obstacle why the node cannot rewrite data now
     * @return whether a rollback was begun
     */
    private static boolean rollBackPending(Transition next, Optional<Reason> obstacle) {
        Optional<PendingRollback> due =
                next.rollback.filter(pending -> pending.isAutomatic(next.mode, next.paused.isPresent()));
        if (due.isEmpty()) {
            next.rollback = next.rollback.map(waits -> waits.waitingFor(Optional.empty()));
            return false;
        }
        PendingRollback pending = due.get();
        List<Proposal> undone = next.changes.since(pending.decision());
        if (undone.isEmpty()) {
            // an operator rolled it back
            next.rollback = Optional.empty();
            return false;
        }
        boolean rewrites = undone.stream().anyMatch(change -> change.plan().rewritesData());
        Optional<Reason> prevents = rewrites ? obstacle : Optional.empty();
        if (!pending.isDue(next.at()) || prevents.isPresent()) {
            next.rollback = Optional.of(pending.waitingFor(prevents));
            return false;
        }
        Reason why = pending.cause() instanceof RewriteAbort abort
                ? new RewriteAborted(pending.decision(), abort)
                : new RolledBackForRegression(pending.decision(), (Evidence) pending.cause());
        rollBack(next, why, undone, pending.urgent());
        return true;
    }

    /** Begins the rollback of some plans, or of some of their changes. A rewrite that is under way is stopped. */
    static void rollBack(Transition next, Reason why, List<Proposal> undone, boolean byHand) {
        rollBack(next, why, AppliedChanges.merged(undone), undone, byHand, List.of());
    }

    static void rollBack(
            Transition next,
            Reason why,
            List<Change> changes,
            List<Proposal> undone,
            boolean byHand,
            List<KnobStuck> stuck) {
        endObservation(next);
        next.holding = Optional.empty();
        next.markDecided();
        DecisionRecord made = next.nextRollback(why, changes);
        next.decisions = next.decisions.with(made);
        next.announce(made);
        if (next.phase() != LoopPhase.STOPPING) {
            next.to(LoopPhase.ROLLING_BACK);
        }
        next.emit(new Effect.RollBack(made, changes, undone, byHand, stuck));
        boolean rewrites = changes.stream().anyMatch(Change::rewritesData);
        if (rewrites && next.node.rewriting().isPresent()) {
            next.emit(new Effect.StopCompactions());
        }
    }

    /**
     * Decides about the last window. The search is an effect.
     *
     * @param asked whether an operator requested a proposal
     */
    void decide(Transition next, boolean asked) {
        DecisionInput situation = next.state().situation(next.at(), asked);
        Optional<Hold> hold = rollbackAwaited(next, asked)
                .or(() -> policy.beforeSearch(situation))
                .or(() -> TemporaryActions.trialAwaited(next, asked));
        if (hold.isPresent()) {
            act(next, hold.get(), asked);
        } else {
            next.to(LoopPhase.SEARCHING);
            next.emit(new Effect.Search(situation, next.node.nodes()));
        }
    }

    /** No further change is made while one that made the node worse is in place. */
    private static Optional<Hold> rollbackAwaited(Transition next, boolean asked) {
        return asked || next.mode != Mode.AUTO || next.paused.isPresent()
                ? Optional.empty()
                : next.rollback.map(pending -> new Hold(pending.awaited()));
    }

    /** Records a decision, and executes it if it is an apply. */
    void act(Transition next, Decision decision, boolean asked) {
        if (decision instanceof Hold hold) {
            hold(next, hold.reason(), asked);
        } else if (decision instanceof Propose propose) {
            DecisionRecord made = next.next("propose", propose.reason(), Optional.of(propose.plan()));
            added(next, made);
            next.pending =
                    Optional.of(new Proposal(made, propose.plan(), next.state().modelId()));
            next.holding = Optional.empty();
            next.reply(made);
        } else if (decision instanceof Apply apply) {
            DecisionRecord made = next.next("apply", apply.reason(), Optional.of(apply.plan()));
            apply(next, new Proposal(made, apply.plan(), next.state().modelId()), false);
        }
    }

    /** Begins the execution of a plan. */
    static void apply(Transition next, Proposal change, boolean byHand) {
        if (!byHand) {
            next.pending = Optional.empty();
        }
        next.holding = Optional.empty();
        next.decisions = next.decisions.with(change.decided());
        next.announce(change.decided());
        next.to(LoopPhase.APPLYING);
        next.emit(new Effect.Apply(change, byHand));
    }

    private static void hold(Transition next, Reason reason, boolean asked) {
        Optional<DecisionRecord> last = next.decisions.last();
        boolean continues = !asked && next.holding.equals(Optional.of(reason.code()));
        next.holding = asked ? Optional.empty() : Optional.of(reason.code());
        if (continues) {
            DecisionRecord again = DecisionRecord.of(
                    last.orElseThrow().number(), next.at(), "hold", reason, next.window(), Optional.empty());
            next.decisions = next.decisions.updated(again);
            next.log(Level.DEBUG, "[" + again.id() + "] hold continues: " + again.reasonText() + next.windowText());
            next.reply(again);
        } else {
            DecisionRecord made = next.next("hold", reason, Optional.empty());
            added(next, made);
            next.reply(made);
        }
    }

    private static void added(Transition next, DecisionRecord made) {
        next.decisions = next.decisions.with(made);
        next.record(RecordType.DECISION, made.id(), DecisionJson.of(made));
        next.announce(made);
    }
}
