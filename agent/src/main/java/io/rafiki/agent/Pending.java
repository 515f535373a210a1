package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Plan;

/**
 * A plan and the decision that made it: proposed and waiting, or applied last.
 *
 * @param model that it came from, by what it was trained on
 */
record Pending(Decided decided, Plan plan, String model) {}
