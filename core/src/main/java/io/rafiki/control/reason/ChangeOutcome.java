package io.rafiki.control.reason;

import io.rafiki.decision.Mode;
import io.rafiki.reason.Reason;
import java.time.Duration;
import java.util.List;

/** How the execution of a change or a rollback ended. */
public sealed interface ChangeOutcome extends Reason {

    /** Every value was written and read back. */
    record Ok() implements ChangeOutcome {}

    /** The node stopped during the execution. */
    record Interrupted() implements ChangeOutcome {}

    /** The journal could not record the change, so nothing was written to the node. */
    record NotJournalled(Reason problem) implements ChangeOutcome {}

    /**
     * The node's configuration is no longer the one that the plan starts from. Nothing was written.
     *
     * @param found the current configuration
     */
    record NodeChanged(String found) implements ChangeOutcome {}

    /** The node's configuration could not be read. Nothing was written. */
    record NodeUnreadable(Reason failure) implements ChangeOutcome {}

    /** The plan violates a constraint of the node's catalogue. Nothing was written. */
    record ConstraintViolated(String constraint) implements ChangeOutcome {}

    /**
     * A write failed, and the former values are back.
     *
     * @param kept values that another client set during the execution, and which stay
     */
    record ChangeUndone(Reason cause, List<KnobKept> kept) implements ChangeOutcome {}

    /**
     * A write failed, and not all former values are back.
     *
     * @param kept values that another client set during the execution, and which stay
     */
    record ChangeStuck(Reason cause, List<KnobStuck> stuck, List<KnobKept> kept) implements ChangeOutcome {}

    /** An operator stopped the tuner during the execution. */
    record StoppedByOperator() implements ChangeOutcome {}

    /** An operator set a mode during the execution that permits no changes. */
    record ModeForbids(Mode mode) implements ChangeOutcome {}

    /** The execution took too long. */
    record DeadlineExceeded(Duration deadline) implements ChangeOutcome {}

    /** An error in Rafiki ended the execution. */
    record ChangeAborted(String error) implements ChangeOutcome {}

    /**
     * A rollback restored some knobs only.
     *
     * @param failed knobs that could not be restored
     * @param kept knobs that another client changed since
     */
    record RollbackIncomplete(List<KnobStuck> failed, List<KnobKept> kept) implements ChangeOutcome {}

    /**
     * A knob that could not get back its former value.
     *
     * @param value its former value
     */
    record KnobStuck(String knob, String value, Reason cause) implements Reason {}

    /**
     * A knob that keeps the value of another client.
     *
     * @param tables with that value; empty for a knob of the whole node
     */
    record KnobKept(String knob, String value, List<String> tables) implements Reason {}

    /**
     * An unexpected error.
     *
     * @param error its class and message
     */
    record UnexpectedError(String error) implements Reason {}
}
