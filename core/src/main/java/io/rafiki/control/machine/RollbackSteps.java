package io.rafiki.control.machine;

import io.rafiki.control.machine.Effect.Log.Level;
import io.rafiki.control.reason.ActionReason.RestoredOnStop;
import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.control.reason.ChangeOutcome.NotJournalled;
import io.rafiki.control.reason.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.reason.Refusal.NotRolledBack;
import io.rafiki.control.reason.StopResult.StoppedRestored;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Outcomes;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Change;
import io.rafiki.reason.ReasonText;
import java.util.List;
import java.util.Optional;

/** The step of the loop at the end of a rollback. */
final class RollbackSteps {

    private RollbackSteps() {}

    static void rolledBack(Transition next, Event.RolledBack event) {
        DecisionRecord made = event.effect().decided();
        ChangeOutcome outcome = event.outcome();
        DecisionRecord done = made.readBack(outcome);
        next.node = event.node();
        if (outcome instanceof NotJournalled unrecorded) {
            next.decisions = next.decisions.updated(done);
            postpone(next, false);
            next.rest();
            next.refuse(unrecorded.problem());
            return;
        }
        boolean incomplete =
                outcome instanceof RollbackIncomplete left && !left.failed().isEmpty();
        next.windows = next.windows.changed(next.at());
        next.pending = Optional.empty();
        next.offers = List.of();
        next.spend(event.effect().changes());
        next.finish(made, outcome);
        next.log(Level.INFO, "[" + made.id() + "] rolled back: " + ReasonText.of(outcome));
        boolean rewrites = event.restored().stream().anyMatch(Change::rewritesData);
        if (incomplete) {
            postpone(next, rewrites);
        } else {
            removeChanges(next, event);
        }
        // also if another knob failed, but not if an earlier rollback restored the option
        if (rewrites) {
            next.emit(new Effect.FollowRewrite(made.id(), event.before(), Optional.empty(), true));
        }
        // a stop can come during another rollback, and reads afterwards what is in place
        boolean stops = made.reason() instanceof RestoredOnStop;
        if (stops) {
            next.to(LoopPhase.STOPPED);
        }
        next.rest();
        if (incomplete) {
            next.refuse(new NotRolledBack(made.id(), outcome));
        } else if (stops) {
            next.reply(
                    new StoppedRestored(done.changes(), outcome, event.effect().stuck()));
        } else {
            next.reply(done);
        }
    }

    /** The changes are undone, and nothing waits for that any more. */
    private static void removeChanges(Transition next, Event.RolledBack event) {
        List<Proposal> undone = event.effect().undone();
        if (!(event.effect().decided().reason() instanceof RestoredOnStop)) {
            undone.stream()
                    .filter(next.changes.inPlace()::contains)
                    .forEach(change -> next.outcome(Outcomes.Line.rolledBack(change), Optional.empty()));
        }
        next.changes = next.changes.without(undone);
        if (undone.stream().noneMatch(Proposal::isOfModel)) {
            // nothing bars the workload, and the effect of an exploration has corrected the model
            next.decided = Optional.empty();
        }
        next.rollback = next.rollback.filter(
                pending -> !next.changes.since(pending.decision()).isEmpty());
    }

    /**
     * The rollback is tried again later.
     *
     * @param rewrites whether the failed attempt may have begun to rewrite data
     */
    static void postpone(Transition next, boolean rewrites) {
        next.rollback = next.rollback.map(pending -> pending.failed(next.at(), rewrites));
    }

    /** Drops the rollback of a rewrite that need not stop any more, such as a completed one. */
    static void dropOutdated(Transition next) {
        if (next.rollback
                .filter(pending -> pending.isOutdated(next.node.abort()))
                .isEmpty()) {
            return;
        }
        next.rollback = Optional.empty();
        if (next.observation.isEmpty()) {
            // a failed attempt may have restored other knobs
            next.decided = Optional.empty();
        }
    }
}
