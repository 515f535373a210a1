package io.rafiki.control.proposal;

import io.rafiki.decision.Mode;
import io.rafiki.decision.ProposalReason;
import io.rafiki.knob.ChangeCost;
import io.rafiki.reason.ReasonText;
import java.util.Optional;

/**
 * A configuration that an operator may apply beyond the proposal.
 *
 * @param decision id of the decision that it was found with
 * @param best the best configuration at one cost
 * @param mode present mode of the tuner
 * @param advice why the model may only advise; empty if an operator may apply it
 */
public record Offer(String decision, PriceClass best, Mode mode, Optional<ProposalReason> advice) {

    /** Of a model that may be applied. */
    public Offer(String decision, PriceClass best, Mode mode) {
        this(decision, best, mode, Optional.empty());
    }

    /** The same in another mode. */
    public Offer in(Mode other) {
        return new Offer(decision, best, other, advice);
    }

    /** The commands or the step that applies it, and the setting that permits it always; or why {@code apply} refuses it. */
    public String command() {
        return advice.filter(why -> best.cost() != ChangeCost.NEXT_START)
                .map(ReasonText::of)
                .orElseGet(() -> best.command(decision, mode));
    }
}
