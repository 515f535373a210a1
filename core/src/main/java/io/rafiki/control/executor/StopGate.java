package io.rafiki.control.executor;

import io.rafiki.control.configuration.WriteGate;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.control.reason.ChangeOutcome.DeadlineExceeded;
import io.rafiki.control.reason.ChangeOutcome.ModeForbids;
import io.rafiki.control.reason.ChangeOutcome.StoppedByOperator;
import io.rafiki.reason.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Ends the execution of a plan after an operator's stop, in a mode that changes nothing, or after its deadline. The undo of a roll-out does not
 * depend on the mode.
 *
 * @param state present state of the loop
 * @param start of the execution
 */
record StopGate(Supplier<ControlState> state, Clock clock, Instant start) implements WriteGate {

    /** A change of the compaction strategy of hundreds of tables takes seconds each. */
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    @Override
    public Optional<Reason> obstacle() {
        ControlState now = state.get();
        if (now.stopped().isPresent()) {
            return Optional.of(new StoppedByOperator());
        }
        if (!now.mode().permitsChanges() && !isUndo(now)) {
            return Optional.of(new ModeForbids(now.mode()));
        }
        return clock.instant().isAfter(start.plus(DEADLINE))
                ? Optional.of(new DeadlineExceeded(DEADLINE))
                : Optional.empty();
    }

    /** Whether the plan, which the last decision executes, restores values from before a roll-out. */
    private static boolean isUndo(ControlState now) {
        return now.decisions()
                .last()
                .filter(made -> made.reason() instanceof RolledBackByRollout)
                .isPresent();
    }
}
