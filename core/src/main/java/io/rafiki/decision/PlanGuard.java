package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import java.util.Optional;

/** Looks at a plan; holds with a reason, or lets pass. */
@FunctionalInterface
interface PlanGuard {
    Optional<Hold> check(Plan plan, Situation situation, Limits limits);
}
