package io.rafiki.control.reason;

import io.rafiki.decision.Evidence;
import io.rafiki.decision.RewriteAbort;
import io.rafiki.reason.Reason;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Why a change or a rollback is executed, where no search decided it. */
public sealed interface ActionReason extends Reason {

    /**
     * An operator applied a proposal.
     *
     * @param by the operator
     * @param quietUntil end of the quiet hours, if the operator applied it during these
     */
    record AppliedByOperator(String by, String proposal, Optional<OffsetDateTime> quietUntil) implements ActionReason {}

    /** An operator rolled a decision back. */
    record RolledBackByOperator(String by, String decision) implements ActionReason {}

    /**
     * A roll-out changes the cluster.
     *
     * @param rollout its id
     * @param epoch of the leader that ordered the change
     * @param by who requested the roll-out
     */
    record AppliedByRollout(String rollout, long epoch, String by) implements ActionReason {}

    /** The leader undoes a roll-out. */
    record RolledBackByRollout(String rollout, long epoch) implements ActionReason {}

    /** The tuner rolled a decision back, because it made the node slower. */
    record RolledBackForRegression(String decision, Evidence evidence) implements ActionReason {}

    /** The tuner stopped a rewrite of data before its end. */
    record RewriteAborted(String decision, RewriteAbort cause) implements ActionReason {}

    /** An operator stopped the tuner, and rafiki.yaml contains {@code on_stop: restore}. */
    record RestoredOnStop(String by) implements ActionReason {}
}
