package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import java.util.Optional;

/** One guardrail before the search: holds with a reason, or passes. */
@FunctionalInterface
interface WindowGuardrail {
    Optional<Hold> check(DecisionInput situation, GuardrailConfig limits);
}
