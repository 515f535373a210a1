package io.rafiki.control.machine;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.reason.Problem.ModelRefused;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.control.record.AppliedChanges;
import io.rafiki.control.record.Decisions;
import io.rafiki.control.record.Outcomes;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.DebtMonitor;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.Mode;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The whole state of the control loop. A {@link Transition} makes the next one.
 *
 * @param phase what the loop does now
 * @param mode how far it may go
 * @param paused the operator's reason for a pause
 * @param stopped who stopped the loop
 * @param commanded whether an operator paused, resumed or stopped since the start; the journal's past is older
 * @param windows the last windows
 * @param decided window of the last decision that used the model; empty if the next decision must use it again
 * @param decisions the last decisions and their numbering
 * @param holding code of the last hold; empty if the last decision was none
 * @param pending the proposal that an operator may apply
 * @param offers best configuration for each change cost
 * @param changes the plans that are in place
 * @param restartedAt time of the start, if this or an earlier restart undid changes that were not made again
 * @param spent times of all changes
 * @param counters plans that were applied, and that failed
 * @param observation the change under observation
 * @param debt whether the compaction debt grows
 * @param rollback the change that is rolled back as soon as possible
 * @param outcomes verdicts and rollbacks
 * @param rewriteDeferred whether a change that rewrites data was deferred because of a temporary obstacle
 * @param othersGain whether another decision follows the present one, because another group of tables gains too
 * @param trialHold why the last search waits for a trial compaction; empty if it does not
 * @param model the loaded model
 * @param modelProblem why the last model could not be loaded
 * @param node the last readings of the node
 * @param errors ticks that failed
 */
public record ControlState(
        LoopPhase phase,
        Mode mode,
        Optional<String> paused,
        Optional<Stopped> stopped,
        boolean commanded,
        WindowHistory windows,
        Optional<Window> decided,
        Decisions decisions,
        Optional<String> holding,
        Optional<Proposal> pending,
        List<Offer> offers,
        AppliedChanges changes,
        Optional<Instant> restartedAt,
        ChangeCounts spent,
        Counters counters,
        Optional<Observation> observation,
        DebtMonitor debt,
        Optional<PendingRollback> rollback,
        Outcomes outcomes,
        boolean rewriteDeferred,
        boolean othersGain,
        Optional<HoldReason> trialHold,
        Optional<LoadedModel> model,
        Optional<ModelRefused> modelProblem,
        NodeReading node,
        ErrorCount errors) {

    /**
     * Executions since the start.
     *
     * @param applied plans that were applied and read back
     * @param failed plans that failed at the node and were undone
     */
    public record Counters(long applied, long failed) {}

    public ControlState {
        offers = List.copyOf(offers);
    }

    /** The state before the start. */
    public static ControlState initial(Mode mode, NodeReading node) {
        return new ControlState(
                LoopPhase.WATCHING,
                mode,
                Optional.empty(),
                Optional.empty(),
                false,
                WindowHistory.NONE,
                Optional.empty(),
                Decisions.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                AppliedChanges.NONE,
                Optional.empty(),
                ChangeCounts.NOTHING,
                new Counters(0, 0),
                Optional.empty(),
                DebtMonitor.NONE,
                Optional.empty(),
                Outcomes.NONE,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                node,
                ErrorCount.NONE);
    }

    /** The last window; empty before the first one has ended. */
    public Optional<Window> window() {
        return windows.last();
    }

    /** The changes that the tuner rolls back next, or would by a verdict; empty if there are none. */
    public List<Change> revocable() {
        return rollback.map(PendingRollback::decision)
                .or(() ->
                        observation.map(observed -> observed.change().decided().id()))
                .map(decision -> AppliedChanges.merged(changes.since(decision)))
                .orElse(List.of());
    }

    /** Time of the last change; empty before the first one. */
    public Optional<Instant> changedAt() {
        return windows.changedAt();
    }

    /**
     * The facts for the guardrails.
     *
     * @param asked whether an operator requested a proposal
     */
    public DecisionInput situation(Instant now, boolean asked) {
        return new DecisionInput(
                now,
                mode,
                paused,
                window(),
                windows.before(),
                decided,
                changedAt(),
                restartedAt,
                model.map(loaded -> loaded),
                outcomes.rolledBack(modelId()),
                spent,
                node.unhealthy(),
                outcomes.wrong(modelId()),
                asked);
    }

    /** Hash of the trials of the loaded model; empty if none is loaded. */
    String modelId() {
        return model.map(loaded -> loaded.provenance().trialsHash()).orElse("");
    }
}
