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
 * @param held the reason that a human gave to hold, if one did
 * @param window the last window; empty before the first has closed
 * @param before the window before that one
 * @param decided the window of the last decision that a model was asked for, as long as nothing but the workload can change it
 * @param changedAt when the node was last changed by us, if it was
 * @param model trust in the loaded model; empty if none is loaded
 * @param rolledBack what has been taken back since the model was loaded
 * @param spent the moments of our changes
 * @param busy what the node has to do beside serving clients, so that it is let alone; empty if nothing
 * @param wrong the decisions, the latest in succession, that made the node worse
 * @param asked whether a human asked for a proposal now
 */
public record Situation(
        Instant now,
        Mode mode,
        Optional<String> held,
        Optional<Window> window,
        Optional<Window> before,
        Optional<Window> decided,
        Optional<Instant> changedAt,
        Optional<Trust> model,
        List<RolledBack> rolledBack,
        Spent spent,
        Optional<String> busy,
        List<String> wrong,
        boolean asked) {

    public Situation {
        rolledBack = List.copyOf(rolledBack);
        wrong = List.copyOf(wrong);
    }
}
