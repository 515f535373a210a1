package io.rafiki.control;

import io.rafiki.decision.Mode;

/**
 * A configuration that an operator may apply beyond the proposal.
 *
 * @param decision id of the decision that it was found with
 * @param best the best configuration at one cost
 * @param mode present mode of the tuner
 */
public record Offer(String decision, PriceClass best, Mode mode) {

    /** The same in another mode. */
    Offer in(Mode other) {
        return new Offer(decision, best, other);
    }

    /** The commands or the step that applies it, and the setting that permits it always. */
    public String command() {
        return best.command(decision, mode);
    }
}
