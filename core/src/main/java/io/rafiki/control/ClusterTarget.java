package io.rafiki.control;

import io.rafiki.cluster.EpochFence;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.control.Refusal.NotExecuted;
import io.rafiki.control.Refusal.NotRolledBack;
import io.rafiki.control.Refusal.TunerOff;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.ProposalReason.ModeAdvises;
import io.rafiki.node.NodeException;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The control loop of a node as a roll-out changes it: through the same guardrails, journal and read-back as an operator's command. */
final class ClusterTarget implements RolloutTarget {

    private static final Answer SETTLED = new Answer(Outcome.DONE, "");

    private final LoopExecutor loop;
    private final NodeSensor sensor;
    private final RolloutChanges changes;
    private final EpochFence fence;
    private final Duration window;
    private final Duration externalHold;
    private final Clock clock;

    /**
     * @param window length of a window
     * @param externalHold time for which a knob that another client set keeps its value
     */
    ClusterTarget(
            LoopExecutor loop,
            NodeSensor sensor,
            RolloutChanges changes,
            EpochFence fence,
            Duration window,
            Duration externalHold,
            Clock clock) {
        this.loop = loop;
        this.sensor = sensor;
        this.changes = changes;
        this.fence = fence;
        this.window = window;
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
        return state.paused()
                .<Reason>map(Paused::new)
                .or(() -> Optional.of(state.node().unhealthy())
                        .filter(conditions -> !conditions.isEmpty())
                        .map(NodeUnhealthy::new))
                .map(ReasonText::of);
    }

    @Override
    public Optional<ProposedChange> proposed() {
        return loop.state().pending().map(RolloutChanges::of);
    }

    @Override
    public Answer apply(RolloutPlan rollout, long epoch) {
        Optional<Answer> refused = fenced(epoch);
        if (refused.isPresent()) {
            return refused.get();
        }
        try {
            Optional<Plan> plan = plan(rollout.change());
            return plan.isEmpty()
                    ? settled()
                    : executed(now -> new Event.ApplyRollout(
                            now,
                            rollout.by(),
                            rollout.id(),
                            epoch,
                            plan.get(),
                            sensor.examined(now),
                            sensor.rewriteObstacle()));
        } catch (NodeException | IllegalArgumentException unreadable) {
            return new Answer(Outcome.FAILED, String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public Answer undo(RolloutPlan rollout, long epoch) {
        Optional<Answer> refused = fenced(epoch);
        if (refused.isPresent()) {
            return refused.get();
        }
        return loop.state().changes().of(rollout.id()).isEmpty()
                ? settled()
                : executed(now -> new Event.UndoRollout(now, rollout.by(), rollout.id(), epoch));
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
        ControlState state = loop.state();
        boolean wasApplied = state.decisions().latest().stream()
                .anyMatch(decided -> AppliedChanges.isOf(rollout.id(), decided) && decided.isDone());
        return wasApplied && state.changes().of(rollout.id()).isEmpty() ? Presence.UNDONE : Presence.ABSENT;
    }

    /** The plan for this node; empty if there is nothing to change. */
    private Optional<Plan> plan(ProposedChange wanted) throws NodeException {
        ControlState state = loop.state();
        Set<String> kept = KnobHistory.yielded(state.node().knobs(), clock.instant(), externalHold)
                .keySet();
        ProposedChange open = wanted.without(kept);
        if (open.values().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                        changes.plan(open, state.window().map(Window::workload).orElse(Workload.NONE)))
                .filter(plan -> !plan.changes().isEmpty());
    }

    /** The refusal of an order of a former leader. */
    private Optional<Answer> fenced(long epoch) {
        try {
            return fence.accepts(epoch)
                    ? Optional.empty()
                    : Optional.of(new Answer(
                            Outcome.PENDING,
                            "refuses an order of epoch " + epoch + ", because it has seen epoch " + fence.highest()));
        } catch (IOException unrecorded) {
            return Optional.of(
                    new Answer(Outcome.PENDING, "the journal cannot record the epoch: " + unrecorded.getMessage()));
        }
    }

    private Answer executed(Function<Instant, Event> command) {
        try {
            loop.perform("a roll-out", command);
            return settled();
        } catch (ReasonException refused) {
            boolean isFinal = refused.reason() instanceof NotExecuted || refused.reason() instanceof NotRolledBack;
            return new Answer(isFinal ? Outcome.FAILED : Outcome.PENDING, ReasonText.of(refused.reason()));
        }
    }

    /** Whether the effect of the last change is over: no rewrite of data, and a full window since it. */
    private Answer settled() {
        ControlState state = loop.state();
        if (state.node().rewriting().isPresent()) {
            return new Answer(
                    Outcome.PENDING, ReasonText.of(state.node().rewriting().get()));
        }
        Duration since = state.changedAt()
                .map(at -> Duration.between(at, clock.instant()))
                .orElse(window);
        return since.compareTo(window) < 0 ? new Answer(Outcome.PENDING, "settles after the change") : SETTLED;
    }
}
