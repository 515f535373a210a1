package io.rafiki.decision;

import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that is known when a window has closed.
 *
 * @param now the moment of the decision
 * @param mode how far the tuner may go
 * @param paused the operator's reason for a pause, if the tuner is paused
 * @param window the last window; empty before the first has closed
 * @param before the window before that one
 * @param decided the window of the last decision that a model was asked for, as long as nothing but the workload can change it
 * @param changedAt when the node was last changed by us, if it was
 * @param model trust in the loaded model; empty if none is loaded
 * @param rolledBack what has been taken back since the model was loaded
 * @param spent the moments of our changes
 * @param unhealthy conditions because of which the node stays unchanged
 * @param wrong the latest consecutive decisions that made the node slower
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
