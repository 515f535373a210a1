package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import java.util.Optional;

/** Looks at the situation before the model is asked; holds with a reason, or lets pass. */
@FunctionalInterface
interface WindowGuard {
    Optional<Hold> check(Situation situation, Limits limits);
}
