package io.rafiki.control;

import io.rafiki.decision.Plan;

/**
 * A plan with its decision: the pending proposal or the last applied one.
 *
 * @param model hash of the trials that the model was trained on
 */
public record Proposal(DecisionRecord decided, Plan plan, String model) {}
