package io.rafiki.control;

import io.rafiki.decision.Plan;

/**
 * A plan and the decision that made it: proposed and waiting, or applied last.
 *
 * @param model that it came from, by what it was trained on
 */
public record Proposal(DecisionRecord decided, Plan plan, String model) {}
