package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import java.util.Optional;

/** One guardrail of a plan: holds with a reason, or passes. */
@FunctionalInterface
interface PlanGuardrail {
    Optional<Hold> check(Plan plan, DecisionInput situation, GuardrailConfig limits);
}
