package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Plan;

/** A plan and the decision that made it: proposed and waiting, or applied last. */
record Pending(Decided decided, Plan plan) {}
