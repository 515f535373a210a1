package io.rafiki.decision;

import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The facts of a decision at the end of a window.
 *
 * @param now time of the decision
 * @param mode mode of the tuner
 * @param paused the operator's reason for a pause, if the tuner is paused
 * @param window the last window; empty before the first window ends
 * @param before the window before the last one
 * @param decided window of the last decision that used the model; empty if the next decision must use it again
 * @param changedAt time of the tuner's last change
 * @param restartedAt time of the start, if this or an earlier restart undid changes that were not made again
 * @param model applicability of the loaded model; empty without a model
 * @param rolledBack rollbacks since the model was loaded
 * @param spent times of the tuner's changes
 * @param unhealthy conditions that forbid a change of the node
 * @param wrong ids of the changes that made the node slower since the last one that made it faster
 * @param asked whether an operator requested a proposal
 */
public record DecisionInput(
        Instant now,
        Mode mode,
        Optional<String> paused,
        Optional<Window> window,
        Optional<Window> before,
        Optional<Window> decided,
        Optional<Instant> changedAt,
        Optional<Instant> restartedAt,
        Optional<ModelApplicability> model,
        List<Rollback> rolledBack,
        ChangeCounts spent,
        List<NodeCondition> unhealthy,
        List<String> wrong,
        boolean asked) {

    public DecisionInput {
        rolledBack = List.copyOf(rolledBack);
        unhealthy = List.copyOf(unhealthy);
        wrong = List.copyOf(wrong);
    }
}
