package io.rafiki.control.rollout;

import io.rafiki.cluster.EpochFence;
import io.rafiki.cluster.OrderNumber;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.executor.LoopExecutor;
import io.rafiki.control.executor.NodeSensor;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.Event;
import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.machine.NodeReading;
import io.rafiki.control.reason.ActionReason;
import io.rafiki.control.reason.ActionReason.AppliedByRollout;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Refusal.TunerOff;
import io.rafiki.control.record.AppliedChanges;
import io.rafiki.control.rewrite.ThrottleKnob;
import io.rafiki.decision.Change;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.ProposalReason.ModeAdvises;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.node.NodeException;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** The control loop of a node as a roll-out changes it: through the same guardrails, journal and read-back as an operator's command. */
public final class ClusterTarget implements RolloutTarget {

    private final LoopExecutor loop;
    private final NodeSensor sensor;
    private final RolloutChanges changes;
    private final PermanentValues permanent;
    private final Optional<ExplorationPlanner> exploration;
    private final FencedOrders orders;
    private final RolloutAttempts attempts;
    private final RolloutExecutor executor;
    private final Duration externalHold;
    private final Clock clock;

    /**
     * @param exploration empty if exploration is off
     * @param externalHold time for which a knob that another client set keeps its value
     */
    public ClusterTarget(
            LoopExecutor loop,
            NodeSensor sensor,
            RolloutChanges changes,
            PermanentValues permanent,
            Optional<ExplorationPlanner> exploration,
            EpochFence fence,
            RolloutExecutor executor,
            Duration externalHold,
            Clock clock) {
        this.loop = loop;
        this.sensor = sensor;
        this.changes = changes;
        this.permanent = permanent;
        this.exploration = exploration;
        this.orders = new FencedOrders(loop, fence);
        this.attempts = new RolloutAttempts(loop);
        this.executor = executor;
        this.externalHold = externalHold;
        this.clock = clock;
    }

    @Override
    public Optional<String> problem() {
        ControlState state = loop.state();
        if (state.phase() == LoopPhase.STOPPED || state.phase() == LoopPhase.DISABLED) {
            return Optional.of(ReasonText.of(new TunerOff(state.phase().toString())));
        }
        if (state.mode() == Mode.OBSERVE || state.mode() == Mode.ADVISE) {
            return Optional.of(ReasonText.of(new ModeAdvises(state.mode())));
        }
        return executor.problem().or(() -> state.paused()
                .<Reason>map(Paused::new)
                .or(() -> Optional.of(state.node().unhealthy())
                        .filter(conditions -> !conditions.isEmpty())
                        .map(NodeUnhealthy::new))
                .map(ReasonText::of));
    }

    @Override
    public Optional<ProposedChange> proposed() {
        ControlState state = loop.state();
        return state.pending().isEmpty()
                ? exploration.flatMap(planner -> planner.planned(state))
                : state.pending().filter(RolloutChanges::isApplicable).map(RolloutChanges::of);
    }

    @Override
    public void learn(List<MeasuredEffect> effects) {
        boolean isNew = loop.state()
                .model()
                .filter(model -> !model.learned().effects().equals(effects))
                .isPresent();
        if (isNew) {
            loop.note(new Event.EffectsMeasured(clock.instant(), effects));
        }
    }

    @Override
    public ProposedChange given(Map<String, String> values, List<String> tables) {
        try {
            return changes.given(values, tables);
        } catch (NodeException unreadable) {
            throw new IllegalArgumentException(unreadable.getMessage(), unreadable);
        }
    }

    @Override
    public void record(String verb, String argument, String by) {
        loop.order(new Event.CommandCluster(clock.instant(), by, verb, argument));
    }

    @Override
    public OrderNumber highestOrder() {
        return orders.highest();
    }

    @Override
    public Answer apply(RolloutPlan rollout, long epoch) {
        return ordered("order to apply ", rollout, epoch, Outcome.PENDING, () -> {
            ActionReason why = new AppliedByRollout(rollout.id(), epoch, rollout.by());
            Optional<String> failure = attempts.failure(rollout);
            if (failure.isPresent()) {
                executor.discard(String.valueOf(why));
                return new Answer(Outcome.FAILED, failure.get());
            }
            return changed(rollout.change(), rollout.by(), why, Outcome.PENDING);
        });
    }

    private Answer ordered(String kind, RolloutPlan rollout, long epoch, Outcome unrecorded, Callable<Answer> order) {
        if (!sensor.hasSampled()) {
            // a table that is not known seems dropped
            return new Answer(Outcome.PENDING, "the node's tables are not known yet");
        }
        return executor.isBusy()
                ? RolloutExecutor.BUSY
                : executor.answer(kind + rollout.id(), () -> orders.execute(rollout, epoch, unrecorded, order));
    }

    @Override
    public void reported(RolloutPlan rollout) {
        attempts.reported(rollout);
    }

    @Override
    public Answer undo(RolloutPlan rollout, long epoch) {
        // the others wait for the end of a rewrite, and not for the journal
        Outcome unrecorded = executor.rewrite().isPresent() ? Outcome.PENDING : Outcome.FAILED;
        return ordered("order to undo ", rollout, epoch, unrecorded, () -> {
            List<Change> inPlace = AppliedChanges.merged(loop.state().changes().of(rollout.id()));
            if (!inPlace.isEmpty()) {
                Answer undone = executor.execute(
                        "undo " + rollout.id(),
                        unrecorded,
                        now -> new Event.UndoRollout(
                                now, rollout.by(), rollout.id(), epoch, sensor.rewriteObstacle(inPlace)));
                if (undone.outcome() != Outcome.DONE) {
                    return undone;
                }
            }
            // after a restart some values can still be in place, because they were made permanent
            ProposedChange former = changes.former(
                    open(rollout.change()),
                    AppliedChanges.before(rollout.id(), loop.state().decisions()));
            return changed(former, rollout.by(), new RolledBackByRollout(rollout.id(), epoch), unrecorded);
        });
    }

    @Override
    public Answer save(RolloutPlan rollout, long epoch, boolean altersTables) {
        Optional<Activity> rewrite = executor.rewrite();
        if (rollout.change().values().containsKey(ThrottleKnob.NAME) && rewrite.isPresent()) {
            return new Answer(Outcome.PENDING, ReasonText.of(rewrite.get()));
        }
        return ordered("order to save ", rollout, epoch, Outcome.PENDING, () -> {
            try {
                return loop.alone(
                        "a permanent change", () -> permanent.save(rollout.id(), open(rollout.change()), altersTables));
            } catch (ReasonException refused) {
                return new Answer(Outcome.PENDING, String.valueOf(refused.getMessage()));
            }
        });
    }

    private Answer changed(ProposedChange wanted, String by, ActionReason why, Outcome unrecorded)
            throws NodeException {
        Optional<Plan> plan = plan(wanted);
        return plan.isEmpty()
                ? executor.settled()
                : executor.execute(
                        String.valueOf(why),
                        unrecorded,
                        now -> new Event.ApplyRollout(
                                now,
                                by,
                                why,
                                plan.get(),
                                wanted.isOfModel(),
                                sensor.examined(now),
                                sensor.rewriteObstacle(plan.get().changes())));
    }

    @Override
    public Presence presence(RolloutPlan rollout) {
        try {
            if (plan(rollout.change()).isEmpty()) {
                return Presence.PRESENT;
            }
        } catch (NodeException | IllegalArgumentException unreadable) {
            return Presence.PRESENT;
        }
        return attempts.isUndone(rollout) ? Presence.UNDONE : Presence.ABSENT;
    }

    /** The plan for this node; empty if there is nothing to change. */
    private Optional<Plan> plan(ProposedChange wanted) throws NodeException {
        ProposedChange open = open(wanted);
        if (open.values().isEmpty()) {
            return Optional.empty();
        }
        Workload workload = loop.state().window().map(Window::workload).orElse(Workload.NONE);
        return Optional.of(changes.plan(open, workload))
                .filter(plan -> !plan.changes().isEmpty());
    }

    /** The change without the knobs that keep the value of another client, or of the control of a rewrite. */
    private ProposedChange open(ProposedChange wanted) {
        NodeReading node = loop.state().node();
        Set<String> kept = new HashSet<>(
                KnobHistory.yielded(node.knobs(), clock.instant(), externalHold).keySet());
        if (executor.rewrite().isPresent()) {
            kept.add(ThrottleKnob.NAME);
        }
        return wanted.without(kept);
    }
}
