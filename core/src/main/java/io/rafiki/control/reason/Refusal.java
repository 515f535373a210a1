package io.rafiki.control.reason;

import io.rafiki.reason.Reason;
import java.util.Map;

/** Why an operator's command was refused. {@link io.rafiki.decision.ProposalReason} has further reasons for {@code apply}. */
public sealed interface Refusal extends Reason {

    /** No proposal is pending. */
    record NoProposalPending() implements Refusal {}

    /**
     * No offer has this cost.
     *
     * @param allow the change cost
     */
    record NoSuchOffer(String decision, String allow) implements Refusal {}

    /** Another proposal is pending. */
    record OtherProposalPending(String pending, String found) implements Refusal {}

    /**
     * The workload changed since the proposal.
     *
     * @param proposedFor value by feature
     * @param now value by feature
     */
    record ProposalOutdated(String decision, Map<String, Double> proposedFor, Map<String, Double> now)
            implements Refusal {}

    /** The decision is not among those that the tuner keeps. */
    record UnknownDecision(String decision) implements Refusal {}

    /**
     * The decision contains no configuration that could be exported.
     *
     * @param kind of the decision
     */
    record DecisionWithoutConfiguration(String decision, String kind) implements Refusal {}

    /** The present options of a table cannot be read. */
    record TableNotReadable(String table, Reason failure) implements Refusal {}

    /** No change is in place. */
    record NothingToRollBack() implements Refusal {}

    /**
     * A decision is not in place.
     *
     * @param decision its id
     */
    record NotInPlace(String decision) implements Refusal {}

    /**
     * The control loop does something else.
     *
     * @param phase of the loop
     */
    record TunerBusy(String phase) implements Refusal {}

    /**
     * The control loop is stopped or disabled, so its measurements are old.
     *
     * @param phase of the loop
     */
    record TunerOff(String phase) implements Refusal {}

    /** The execution failed. */
    record NotExecuted(String decision, Reason outcome) implements Refusal {}

    /** The rollback failed; the operator may try again. */
    record NotRolledBack(String decision, ChangeOutcome outcome) implements Refusal {}
}
