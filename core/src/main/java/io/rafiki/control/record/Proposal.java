package io.rafiki.control.record;

import io.rafiki.decision.Plan;

/**
 * A plan with its decision: the pending proposal or the last applied one.
 *
 * @param model hash of the trials that the model was trained on; empty without a model, and for an exploration or an operator's own change,
 *     because their outcome does not discredit a proposal of the model
 */
public record Proposal(DecisionRecord decided, Plan plan, String model) {

    /** Whether a model is judged by the outcome. */
    public boolean isOfModel() {
        return !model.isEmpty();
    }
}
