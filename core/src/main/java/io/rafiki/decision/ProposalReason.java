package io.rafiki.decision;

import io.rafiki.reason.Reason;
import io.rafiki.surrogate.DomainViolation;
import java.util.List;

/** Why a plan is proposed and not executed at once. */
public sealed interface ProposalReason extends Reason {

    /** The mode permits no changes. */
    record ModeAdvises(Mode mode) implements ProposalReason {}

    /**
     * The model's last predictions were wrong.
     *
     * @param decisions changes that made the node slower since the last one that made it faster
     */
    record ModelUnreliable(List<String> decisions) implements ProposalReason {}

    /**
     * The measured gains of changes are far below the predicted ones.
     *
     * @param effects number of the last measured changes
     * @param error mean share by which the throughput after them was lower than predicted
     */
    record GainsTooHigh(int effects, double error) implements ProposalReason {}

    /** The model was trained on a different node. */
    record ProvenanceMismatch(List<Mismatch> mismatches) implements ProposalReason {}

    /**
     * No trial covers a feature of the workload, such as scans.
     *
     * @param violation feature, present value and trained range
     */
    record WorkloadNotTrained(DomainViolation violation) implements ProposalReason {}

    /** An operator has to apply the proposal. */
    record AwaitsApproval() implements ProposalReason {}

    /** The node changes with its cluster only. */
    record AwaitsRollout() implements ProposalReason {}

    /** An operator asked for the proposal. */
    record RequestedByOperator() implements ProposalReason {}

    /**
     * A property of the node that differs from the training environment.
     *
     * @param property such as {@code cores}
     */
    record Mismatch(String property, String trained, String here) implements Reason {}
}
