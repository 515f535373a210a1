package io.rafiki.control.machine;

import io.rafiki.control.configuration.ApplyResult;
import io.rafiki.control.machine.Effect.Log.Level;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.reason.ActionReason.RestoredOnStop;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.control.reason.ChangeOutcome.ChangeAborted;
import io.rafiki.control.reason.ChangeOutcome.NotJournalled;
import io.rafiki.control.reason.Refusal.NotExecuted;
import io.rafiki.control.reason.Refusal.TunerBusy;
import io.rafiki.control.reason.StopResult.StoppedKeeping;
import io.rafiki.control.reason.StopResult.StoppedUnchanged;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Outcomes;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Baseline;
import io.rafiki.decision.Decision;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.HoldReason.ConfigurationUnknown;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.UnknownModelKnob;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Policy;
import java.util.List;
import java.util.Optional;

/** The steps of the loop at the end of an effect. */
final class ResultSteps {

    private final Policy policy;
    private final WindowSteps windows;
    private final boolean restoresOnStop;

    ResultSteps(Policy policy, WindowSteps windows, boolean restoresOnStop) {
        this.policy = policy;
        this.windows = windows;
        this.restoresOnStop = restoresOnStop;
    }

    void step(Transition next, Event event) {
        if (event instanceof Event.Searched searched) {
            searched(next, searched);
        } else if (event instanceof Event.Applied applied) {
            applied(next, applied);
        } else if (event instanceof Event.RolledBack rolledBack) {
            RollbackSteps.rolledBack(next, rolledBack);
        } else if (event instanceof Event.StopPrepared prepared) {
            stopPrepared(next, prepared);
        } else if (event instanceof Event.EffectFailed failed) {
            failed(next, failed);
        } else {
            throw new IllegalStateException("control loop: unknown event " + event);
        }
    }

    private void searched(Transition next, Event.Searched searched) {
        boolean asked = searched.situation().asked();
        next.node = searched.node();
        next.rest();
        if (next.phase() == LoopPhase.STOPPING) {
            if (asked) {
                next.refuse(new TunerBusy(next.phase().toString()));
            }
            return;
        }
        if (isOutdated(next, searched.situation())) {
            // without a question the next window decides
            if (asked) {
                windows.decide(next, true);
            }
            return;
        }
        boolean isConfigurationUnknown = searched.hold()
                .filter(why -> why instanceof ConfigurationUnknown || why instanceof UnknownModelKnob)
                .isPresent();
        if (!asked && !isConfigurationUnknown) {
            // only now, because a search that fails with an error decides nothing
            next.markDecided();
            next.rewriteDeferred = searched.deferred();
            next.othersGain = searched.othersGain();
        }
        next.trialHold = Optional.empty();
        Decision decision = decided(next, searched);
        if (TemporaryActions.tries(next, decision, searched.trial(), windows)) {
            return;
        }
        if (decision instanceof Hold && !isConfigurationUnknown) {
            // the model would no longer propose it
            next.pending = Optional.empty();
        }
        windows.act(next, decision, asked);
        String id = next.decisions.last().orElseThrow().id();
        DecisionInput situation = next.state().situation(next.at(), asked);
        // a change that is made at once leaves no configuration for an offer to start from
        next.offers = decision instanceof Apply
                ? List.of()
                : searched.classes().stream()
                        .filter(best -> Policy.isSound(best.plan(), situation.model()))
                        .map(best -> new Offer(id, best, next.mode, policy.untrusted(situation)))
                        .toList();
    }

    /** Whether measured effects corrected the model meanwhile, or the guardrails of mode auto did not apply to the search. */
    private static boolean isOutdated(Transition next, DecisionInput begun) {
        DecisionInput situation = next.state().situation(next.at(), begun.asked());
        boolean isAutoNow = next.mode == Mode.AUTO && begun.mode() != Mode.AUTO && !begun.asked();
        return isAutoNow || !situation.model().equals(begun.model());
    }

    private Decision decided(Transition next, Event.Searched searched) {
        boolean asked = searched.situation().asked();
        DecisionInput situation = next.state().situation(next.at(), asked);
        if (!asked && next.paused.isPresent()) {
            // since the begin of the search
            return new Hold(new Paused(next.paused.get()));
        }
        Optional<Decision> found = searched.plan().map(plan -> policy.about(plan, situation));
        return found.filter(
                        decision -> decision instanceof Hold || searched.hold().isEmpty())
                .orElseGet(() -> new Hold(searched.hold().orElseThrow()));
    }

    private void applied(Transition next, Event.Applied applied) {
        Proposal change = applied.effect().change();
        DecisionRecord made = change.decided();
        ApplyResult result = applied.result();
        DecisionRecord done = made.readBack(result.outcome());
        next.node = applied.node();
        Optional<Baseline> before = next.windows.baseline(policy.limits());
        if (!(result.outcome() instanceof NotJournalled)) {
            next.windows = next.windows.changed(next.at());
            next.finish(made, result.outcome());
        } else {
            next.decisions = next.decisions.updated(done);
            // not recorded and therefore not executed; the next window tries again
            next.decided = Optional.empty();
        }
        if (result.isOk()) {
            succeeded(next, applied, before);
        } else {
            notApplied(next, applied, done);
        }
        if (change.plan().rewritesData() && (result.isOk() || result.begun())) {
            next.emit(new Effect.FollowRewrite(
                    made.id(),
                    result.before(),
                    change.plan().rewrite(),
                    !result.isOk() || made.reason() instanceof RolledBackByRollout));
        }
        next.rest();
        if (result.isOk() || !applied.effect().byHand()) {
            next.reply(done);
        } else {
            next.refuse(new NotExecuted(made.id(), result.outcome()));
        }
    }

    private void succeeded(Transition next, Event.Applied applied, Optional<Baseline> before) {
        Proposal change = applied.effect().change();
        next.changes = next.changes.with(change);
        next.counters = new ControlState.Counters(next.counters.applied() + 1, next.counters.failed());
        next.spend(change.plan().changes());
        next.log(
                Level.INFO,
                "[" + change.decided().id() + "] applied and read back in "
                        + applied.result().duration().toMillis() + " ms");
        if (applied.effect().byHand()) {
            next.pending = Optional.empty();
        }
        next.observation.ifPresent(former -> former.replacedBy(change.decided())
                .ifPresent(verdict -> next.outcome(Outcomes.Line.of(former.change(), verdict), Optional.of(verdict))));
        // an operator or the leader required an undo, and no model predicted its effect
        boolean isUndo = change.decided().reason() instanceof RolledBackByRollout;
        next.observation = isUndo || policy.limits().watch().duration().isZero()
                ? Optional.empty()
                : before.map(node -> Observation.of(change, next.at(), node, policy.limits()));
    }

    private static void notApplied(Transition next, Event.Applied applied, DecisionRecord done) {
        Proposal change = applied.effect().change();
        ApplyResult result = applied.result();
        next.othersGain = false;
        next.log(Level.WARN, "[" + done.id() + "] not applied: " + done.readBackText());
        if (result.begun()) {
            next.counters = new ControlState.Counters(next.counters.applied(), next.counters.failed() + 1);
            next.spend(change.plan().changes());
        }
        if (!result.stuck().isEmpty()) {
            next.changes = next.changes.stuckAt(new Proposal(done, change.plan().with(result.stuck()), change.model()));
        }
    }

    private void stopPrepared(Transition next, Event.StopPrepared prepared) {
        if (prepared.ours().isEmpty() || !restoresOnStop) {
            next.to(LoopPhase.STOPPED);
            next.reply(
                    prepared.ours().isEmpty()
                            ? new StoppedUnchanged(prepared.stuck())
                            : new StoppedKeeping(prepared.ours(), prepared.stuck()));
        } else {
            String by = next.stopped.orElseThrow().by();
            WindowSteps.rollBack(
                    next, new RestoredOnStop(by), prepared.ours(), next.changes.all(), true, prepared.stuck());
        }
    }

    /** Records the outcome of a decision that an error in Rafiki ended, if possible. */
    private static void failed(Transition next, Event.EffectFailed failed) {
        if (failed.effect() instanceof Effect.Apply apply) {
            next.finish(apply.change().decided(), new ChangeAborted(failed.error()));
        } else if (failed.effect() instanceof Effect.RollBack rollBack) {
            next.finish(rollBack.decided(), new ChangeAborted(failed.error()));
            RollbackSteps.postpone(next, true);
        } else if (failed.effect() instanceof Effect.PrepareStop) {
            next.log(Level.WARN, "the stop failed: " + failed.error());
        }
        if (next.phase() == LoopPhase.STOPPING
                && (failed.effect() instanceof Effect.PrepareStop || failed.effect() instanceof Effect.RollBack)) {
            next.to(LoopPhase.STOPPED);
        } else if (!next.phase().isResting()) {
            next.rest();
        }
    }
}
