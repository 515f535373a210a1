package io.rafiki.control.configuration;

import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.decision.Change;
import io.rafiki.node.RewriteReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the execution of a plan ended.
 *
 * @param outcome the node's state and its cause
 * @param begun whether a write was made
 * @param stuck changes that failed and could not be undone: the node holds the tuner's value
 * @param before compactions before the execution, if the plan rewrites data
 * @param duration of the execution
 */
public record ApplyResult(
        ChangeOutcome outcome, boolean begun, List<Change> stuck, Optional<RewriteReading> before, Duration duration) {

    public ApplyResult {
        stuck = List.copyOf(stuck);
    }

    public boolean isOk() {
        return outcome instanceof ChangeOutcome.Ok;
    }
}
