package io.rafiki.control.machine;

import io.rafiki.control.configuration.ApplyResult;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.PriceClass;
import io.rafiki.control.reason.ActionReason;
import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.reason.Problem;
import io.rafiki.control.record.JournalPast;
import io.rafiki.control.rewrite.TrialNeed;
import io.rafiki.decision.Change;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.knob.ChangeCost;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.node.RewriteReading;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What happens to the control loop: a sample, the end of an effect, an operator's command, or an error. */
public sealed interface Event {

    /** Time of the event. */
    Instant at();

    /** The journal could be opened, at the start of the agent or later. */
    record Started(Instant at, JournalPast past, List<Problem> damage) implements Event {}

    /**
     * The node was sampled.
     *
     * @param closed the window that the sample completed or invalidated
     */
    record Sampled(Instant at, NodeReading node, Optional<ClosedWindow> closed) implements Event {}

    /**
     * A window that ended.
     *
     * @param disturbed whether temporary work of the node, such as a rewrite of data, affected the window
     * @param rewriteObstacle why data may not be rewritten now
     * @param undoObstacle why the node cannot rewrite the data of a change that can be rolled back, such as a lack of disk space
     */
    record ClosedWindow(
            Window window,
            boolean disturbed,
            Optional<RewriteObstacle> rewriteObstacle,
            Optional<RewriteObstacle> undoObstacle) {}

    /**
     * A search has ended.
     *
     * @param plan the found plan; empty if there is a reason to hold
     * @param hold why nothing was found, or why a found plan cannot be trusted
     * @param classes best configuration for each change cost; empty unless an operator looks at them
     * @param trial file whose compaction shows the rate that the price of the plan's rewrite needs; empty if none is needed
     * @param deferred whether a rewrite of data was left out because of a temporary obstacle
     * @param othersGain whether the plan of another group of tables gains too
     */
    record Searched(
            Instant at,
            DecisionInput situation,
            NodeReading node,
            Optional<Plan> plan,
            Optional<HoldReason> hold,
            List<PriceClass> classes,
            Optional<TrialNeed> trial,
            boolean deferred,
            boolean othersGain)
            implements Event {}

    /** The execution of a plan has ended. */
    record Applied(Instant at, Effect.Apply effect, ApplyResult result, NodeReading node) implements Event {}

    /**
     * A rollback has ended.
     *
     * @param restored the changes of which a former value was written
     * @param before compactions before the rollback, if it rewrites data
     */
    record RolledBack(
            Instant at,
            Effect.RollBack effect,
            ChangeOutcome outcome,
            List<Change> restored,
            Optional<RewriteReading> before,
            NodeReading node)
            implements Event {}

    /**
     * The changes that are in place were read, because an operator stopped the loop.
     *
     * @param ours changes to be undone or kept
     */
    record StopPrepared(Instant at, List<Change> ours, List<KnobStuck> stuck) implements Event {}

    /** A model was loaded. */
    record ModelLoaded(Instant at, LoadedModel model, Optional<String> by) implements Event {}

    /** A model could not be loaded. */
    record ModelNotLoaded(Instant at, Problem.ModelRefused problem) implements Event {}

    /** The cluster measured effects of changes; all of them so far. */
    record EffectsMeasured(Instant at, List<MeasuredEffect> effects) implements Event {}

    /** An error in Rafiki ended an effect. */
    record EffectFailed(Instant at, Effect effect, String error) implements Event {}

    /** An error in Rafiki ended a tick. */
    record TickFailed(Instant at, String error) implements Event {}

    /** An operator's command. */
    sealed interface Command extends Event {

        /** The operator. */
        String by();
    }

    /** Searches now. */
    record Propose(Instant at, String by) implements Command {}

    /**
     * Applies the pending proposal.
     *
     * @param allow cost of the offer to apply instead of the proposal
     * @param nodeObstacle why the node cannot rewrite data now
     */
    record ApplyProposal(
            Instant at,
            String by,
            String id,
            Optional<ChangeCost> allow,
            NodeReading node,
            Optional<RewriteObstacle> nodeObstacle)
            implements Command {}

    /**
     * Undoes changes.
     *
     * @param id the earliest decision to undo, with all later ones; empty for the last one
     */
    record UndoChange(Instant at, String by, Optional<String> id) implements Command {}

    /**
     * Makes the change of a roll-out, or restores the values from before it.
     *
     * @param by who requested the roll-out
     * @param why the order of the leader
     * @param isOfModel whether a tuner's search found the plan, so that its effect judges the model
     * @param nodeObstacle why the node cannot rewrite data now
     */
    record ApplyRollout(
            Instant at,
            String by,
            ActionReason why,
            Plan plan,
            boolean isOfModel,
            NodeReading node,
            Optional<RewriteObstacle> nodeObstacle)
            implements Command {}

    /**
     * Undoes the change of a roll-out.
     *
     * @param nodeObstacle why the node cannot rewrite the data of the change's tables
     */
    record UndoRollout(Instant at, String by, String rollout, long epoch, Optional<RewriteObstacle> nodeObstacle)
            implements Command {}

    /** Stops decisions until {@link Resume}. */
    record Pause(Instant at, String by, String reason) implements Command {}

    /** Ends a pause, a stop and the shutdown after errors. */
    record Resume(Instant at, String by) implements Command {}

    /** Stops the loop until {@link Resume}. */
    record Stop(Instant at, String by) implements Command {}

    /** Commands the cluster. The loop only records it. */
    record CommandCluster(Instant at, String by, String verb, String argument) implements Command {}

    /** Changes the mode. */
    record SetMode(Instant at, String by, Mode mode) implements Command {}

    /**
     * Replaces the model.
     *
     * @param path of the bundle; empty for the bundle in use
     */
    record ReloadModel(Instant at, String by, String path) implements Command {}
}
