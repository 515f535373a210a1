package io.rafiki.control.machine;

import io.rafiki.control.proposal.Offer;
import io.rafiki.control.proposal.PriceClass;
import io.rafiki.control.reason.ActionReason.AppliedByOperator;
import io.rafiki.control.reason.ActionReason.RolledBackByOperator;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.control.reason.Refusal.NoProposalPending;
import io.rafiki.control.reason.Refusal.NoSuchOffer;
import io.rafiki.control.reason.Refusal.NotInPlace;
import io.rafiki.control.reason.Refusal.NothingToRollBack;
import io.rafiki.control.reason.Refusal.OtherProposalPending;
import io.rafiki.control.reason.Refusal.ProposalOutdated;
import io.rafiki.control.reason.Refusal.TunerBusy;
import io.rafiki.control.reason.Refusal.TunerOff;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Policy;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.knob.ChangeCost;
import io.rafiki.reason.Reason;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadSensors;
import java.util.List;
import java.util.Optional;

/** The operator's commands. A command that repeats itself changes nothing. */
final class CommandSteps {

    private final Policy policy;
    private final WindowSteps windows;
    private final boolean restoresOnStop;

    CommandSteps(Policy policy, WindowSteps windows, boolean restoresOnStop) {
        this.policy = policy;
        this.windows = windows;
        this.restoresOnStop = restoresOnStop;
    }

    void step(Transition next, Event.Command command) {
        if (command instanceof Event.Stop stop) {
            stop(next, stop);
        } else if (command instanceof Event.CommandCluster cluster) {
            next.recordCommand(cluster.verb(), cluster.argument(), cluster.by());
        } else if (command instanceof Event.Pause pause) {
            next.commanded = true;
            next.paused = Optional.of(pause.reason());
            next.command("pause", pause.reason(), pause.by());
        } else if (command instanceof Event.SetMode set) {
            next.mode = set.mode();
            next.offers =
                    next.offers.stream().map(offer -> offer.in(set.mode())).toList();
            next.command("setMode", set.mode().toString(), set.by());
        } else if (!next.phase().isResting()) {
            next.refuse(new TunerBusy(next.phase().toString()));
        } else if (command instanceof Event.Resume resume) {
            resume(next, resume);
        } else if (command instanceof Event.Propose propose) {
            next.command("propose", "", propose.by());
            windows.decide(next, true);
        } else if (command instanceof Event.ApplyProposal apply) {
            next.node = apply.node();
            apply(next, apply);
        } else if (command instanceof Event.UndoChange undo) {
            undo(next, undo);
        } else if (command instanceof Event.ApplyRollout ordered) {
            next.node = ordered.node();
            apply(next, ordered);
        } else if (command instanceof Event.UndoRollout ordered) {
            undo(next, ordered);
        } else if (command instanceof Event.ReloadModel reload) {
            next.emit(new Effect.LoadModel(reload.path(), Optional.of(reload.by())));
        }
    }

    /** Takes effect at once. A write that is under way ends first, and is undone. */
    private void stop(Transition next, Event.Stop stop) {
        next.commanded = true;
        next.stopped = Optional.of(new Stopped(stop.by()));
        next.to(LoopPhase.STOPPING);
        next.command("stop", restoresOnStop ? "restore" : "keep", stop.by());
        next.emit(new Effect.PrepareStop());
    }

    private static void resume(Transition next, Event.Resume resume) {
        next.commanded = true;
        next.paused = Optional.empty();
        next.stopped = Optional.empty();
        next.errors = next.errors.reset();
        if (next.phase() == LoopPhase.STOPPED || next.phase() == LoopPhase.DISABLED) {
            next.observation = next.observation
                    .filter(kept -> kept.isComparable(next.at()))
                    .map(Observation::resumed);
        }
        next.command("resume", "", resume.by());
        next.rest();
    }

    private void apply(Transition next, Event.ApplyProposal apply) {
        Optional<DecisionRecord> done = next.changes
                .last()
                .filter(last -> isRepeated(next, apply, last))
                .map(Proposal::decided);
        Optional<Reason> refusal = done.isPresent() ? Optional.empty() : refusal(next, apply);
        if (done.isPresent()) {
            next.reply(next.decisions.latest().stream()
                    .filter(made -> made.id().equals(done.get().id()))
                    .findFirst()
                    .orElse(done.get()));
        } else if (refusal.isPresent()) {
            next.refuse(refusal.get());
        } else {
            Proposal proposal = chosen(next, apply).orElseThrow();
            Reason why = new AppliedByOperator(
                    apply.by(), apply.id(), policy.limits().quietHours().until(next.at()));
            DecisionRecord made = next.next("apply", why, Optional.of(proposal.plan()));
            WindowSteps.apply(next, new Proposal(made, proposal.plan(), proposal.model()), true);
        }
    }

    private void apply(Transition next, Event.ApplyRollout ordered) {
        boolean isUndo = ordered.why() instanceof RolledBackByRollout;
        Optional<Reason> refusal = off(next)
                .or(() -> isUndo ? Optional.empty() : next.paused.<Reason>map(Paused::new))
                .or(() -> isUndo ? Optional.empty() : policy.violationOfMode(situation(next)))
                .or(() -> isUndo
                        ? undoObstacle(next, ordered.nodeObstacle())
                        : obstacle(next, ordered.plan(), ordered.nodeObstacle()));
        if (refusal.isPresent()) {
            next.refuse(refusal.get());
            return;
        }
        DecisionRecord made = next.next("apply", ordered.why(), Optional.of(ordered.plan()));
        String model = ordered.isOfModel() ? next.state().modelId() : "";
        WindowSteps.apply(next, new Proposal(made, ordered.plan(), model), true);
    }

    /** Whether the command was executed before, and nothing else was applied since. */
    private static boolean isRepeated(Transition next, Event.ApplyProposal apply, Proposal last) {
        boolean sameId = last.decided().reason() instanceof AppliedByOperator by
                && by.proposal().equals(apply.id());
        return sameId
                && (apply.allow().isEmpty()
                        || chosen(next, apply).map(Proposal::plan).equals(Optional.of(last.plan())));
    }

    /** Why a proposal is not applied now; empty if it is. */
    private Optional<Reason> refusal(Transition next, Event.ApplyProposal apply) {
        Optional<Proposal> chosen = chosen(next, apply);
        if (chosen.isEmpty()) {
            return Optional.of(
                    apply.allow().isPresent()
                            ? new NoSuchOffer(apply.id(), apply.allow().get().label())
                            : new NoProposalPending());
        }
        Proposal pending = chosen.get();
        if (!pending.decided().id().equals(apply.id())) {
            return Optional.of(new OtherProposalPending(pending.decided().id(), apply.id()));
        }
        return off(next)
                .or(() -> policy.violation(situation(next)))
                .or(() -> obstacle(next, pending.plan(), apply.nodeObstacle()))
                .or(() -> outdated(next, pending));
    }

    private static DecisionInput situation(Transition next) {
        return next.state().situation(next.at(), true);
    }

    /** Why the node cannot execute a plan now. */
    private static Optional<Reason> obstacle(Transition next, Plan plan, Optional<RewriteObstacle> nodeObstacle) {
        return next.node
                .changeObstacle()
                .or(() -> next.rollback.map(PendingRollback::awaited))
                .or(() -> plan.rewritesData() ? nodeObstacle : Optional.empty());
    }

    /** Why the node cannot undo a change of a roll-out now. */
    private static Optional<Reason> undoObstacle(Transition next, Optional<RewriteObstacle> nodeObstacle) {
        return next.node.undoObstacle(nodeObstacle).or(() -> next.rollback.map(PendingRollback::awaited));
    }

    /** The pending proposal, or the offer that the operator named by its cost. */
    private static Optional<Proposal> chosen(Transition next, Event.ApplyProposal apply) {
        if (apply.allow().isEmpty()) {
            return next.pending;
        }
        ChangeCost allow = apply.allow().get();
        Optional<Plan> plan = next.offers.stream()
                .filter(offer -> offer.decision().equals(apply.id()))
                .map(Offer::best)
                .filter(best -> best.cost() == allow && allow != ChangeCost.NEXT_START)
                .map(PriceClass::plan)
                .findFirst();
        return next.decisions.latest().stream()
                .filter(made -> made.id().equals(apply.id()))
                .findFirst()
                .flatMap(made ->
                        plan.map(best -> new Proposal(made, best, next.state().modelId())));
    }

    /** Why the loop changes nothing; its last window and health are old. */
    private static Optional<Reason> off(Transition next) {
        return next.phase() == LoopPhase.STOPPED || next.phase() == LoopPhase.DISABLED
                ? Optional.of(new TunerOff(next.phase().toString()))
                : Optional.empty();
    }

    private Optional<Reason> outdated(Transition next, Proposal pending) {
        Workload proposedFor = WorkloadSensors.workload(pending.decided().workload());
        return next.window()
                .filter(last -> last.isShifting()
                        || (last.valid()
                                && last.operations() >= policy.limits().minOperations()
                                && !last.workload()
                                        .isNear(
                                                proposedFor,
                                                policy.limits().change().minChange())))
                .map(Window::workload)
                .map(now -> new ProposalOutdated(pending.decided().id(), proposedFor.toMap(), now.toMap()));
    }

    /** A running rewrite is stopped first, so it needs no further disk space. */
    private static void undo(Transition next, Event.UndoRollout ordered) {
        List<Proposal> undone = next.changes.of(ordered.rollout());
        Optional<RewriteObstacle> obstacle =
                next.node.rewriting().isPresent() ? Optional.empty() : ordered.nodeObstacle();
        if (undone.isEmpty()) {
            next.refuse(new NotInPlace(ordered.rollout()));
        } else if (obstacle.isPresent()) {
            next.refuse(obstacle.get());
        } else {
            WindowSteps.rollBack(next, new RolledBackByRollout(ordered.rollout(), ordered.epoch()), undone, true);
        }
    }

    private static void undo(Transition next, Event.UndoChange undo) {
        Optional<Proposal> stuck = next.changes.lastStuck();
        if (stuck.isPresent() && undo.id().isEmpty()) {
            Reason why =
                    new RolledBackByOperator(undo.by(), stuck.get().decided().id());
            WindowSteps.rollBack(next, why, List.of(stuck.get()), true);
            return;
        }
        Optional<String> id = undo.id()
                .or(() -> next.changes.last().map(last -> last.decided().id()));
        List<Proposal> undone = id.map(next.changes::since).orElse(List.of());
        if (id.isEmpty()) {
            next.refuse(new NothingToRollBack());
        } else if (undone.isEmpty()) {
            undoneBefore(next, id.get()).ifPresentOrElse(next::reply, () -> next.refuse(new NotInPlace(id.get())));
        } else {
            WindowSteps.rollBack(next, new RolledBackByOperator(undo.by(), id.get()), undone, true);
        }
    }

    /** The last rollback after a decision that was applied and is no longer in place. */
    private static Optional<DecisionRecord> undoneBefore(Transition next, String id) {
        List<DecisionRecord> all = next.decisions.latest();
        boolean applied = all.stream().anyMatch(made -> made.id().equals(id) && made.isDone());
        return all.stream()
                .filter(made -> applied
                        && made.kind().equals("rollback")
                        && made.number() > DecisionRecord.number(id)
                        && made.isDone())
                .reduce((earlier, later) -> later);
    }
}
