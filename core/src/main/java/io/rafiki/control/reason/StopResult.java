package io.rafiki.control.reason;

import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.decision.Change;
import io.rafiki.reason.Reason;
import java.util.List;

/**
 * The state of the node after the tuner was stopped.
 *
 * <p>Most have a list of knobs that keep Rafiki's values, because the catalogue does not allow their former values.
 */
public sealed interface StopResult extends Reason {

    /**
     * The loop is stopped, and a write to the node or the journal has not ended.
     *
     * @param phase of the loop at the stop
     */
    record StopsAfterWrite(String phase) implements StopResult {}

    /** No change is in place. */
    record StoppedUnchanged(List<KnobStuck> stuck) implements StopResult {}

    /** The changes stay in place. */
    record StoppedKeeping(List<Change> changes, List<KnobStuck> stuck) implements StopResult {}

    /** The former values are back. */
    record StoppedRestored(String changes, Reason outcome, List<KnobStuck> stuck) implements StopResult {}
}
