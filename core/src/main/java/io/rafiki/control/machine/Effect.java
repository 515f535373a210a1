package io.rafiki.control.machine;

import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Proposal;
import io.rafiki.control.rewrite.CompactionAction;
import io.rafiki.decision.Change;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.Mode;
import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.journal.RecordType;
import io.rafiki.node.RewriteReading;
import io.rafiki.reason.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a step of the control loop requires from its surroundings. */
public sealed interface Effect {

    /**
     * Searches a plan; ends with {@link Event.Searched}.
     *
     * @param nodes nodes of the cluster
     */
    record Search(DecisionInput situation, int nodes) implements Effect {

        /** Whether the plan is executed at once on a node that decides alone, while other nodes may decide the same. */
        public boolean isUncoordinated() {
            return nodes > 1 && situation.mode() == Mode.AUTO && !situation.asked();
        }
    }

    /**
     * Records a decision, then executes it; ends with {@link Event.Applied}.
     *
     * @param change the decision with its plan
     * @param byHand whether an operator applied it
     */
    record Apply(Proposal change, boolean byHand) implements Effect {}

    /**
     * Records a decision, then restores the values from before some changes; ends with {@link Event.RolledBack}.
     *
     * @param decided the decision
     * @param changes to undo
     * @param undone the applied plans that contain them, oldest first
     * @param byHand whether an operator requested it; then it is executed even if the journal cannot record it
     * @param stuck knobs that keep the tuner's values, because the catalogue does not allow their former ones
     */
    record RollBack(
            DecisionRecord decided, List<Change> changes, List<Proposal> undone, boolean byHand, List<KnobStuck> stuck)
            implements Effect {}

    /**
     * Follows the compactions of a change that rewrites data; ends with {@link Event.Sampled}.
     *
     * @param before compactions before the change
     * @param price predicted cost and payback; empty if the change was not predicted
     * @param isRollback whether it restores former options; a rollback is never stopped
     */
    record FollowRewrite(
            String decision, Optional<RewriteReading> before, Optional<RewriteRepaid> price, boolean isRollback)
            implements Effect {}

    /** Records a temporary action on the compactions, then makes it. */
    record Act(CompactionAction action) implements Effect {}

    /** Undoes the temporary actions on the compactions. */
    record EndActions() implements Effect {}

    /** Stops the running compactions of the rewritten tables. */
    record StopCompactions() implements Effect {}

    /** Reads which changes are in place; ends with {@link Event.StopPrepared}. */
    record PrepareStop() implements Effect {}

    /**
     * Loads a model; ends with {@link Event.ModelLoaded} or {@link Event.ModelNotLoaded}.
     *
     * @param path of the bundle; empty for the configured one
     * @param by the operator who requested it; empty at the start
     */
    record LoadModel(String path, Optional<String> by) implements Effect {}

    /** Writes an entry to the journal. If that fails, the status shows the problem. */
    record Write(RecordType kind, String decision, Map<String, Object> content) implements Effect {}

    /** Writes a line to the log. */
    record Log(Level level, String line) implements Effect {

        public enum Level {
            DEBUG,
            INFO,
            WARN
        }
    }

    /** Answers the command that caused the step: a {@link DecisionRecord}, or a {@link Reason} of success. */
    record Reply(Object answer) implements Effect {}

    /** Refuses the command that caused the step. */
    record Refuse(Reason reason) implements Effect {}
}
