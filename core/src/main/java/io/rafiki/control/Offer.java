package io.rafiki.control;

/**
 * A configuration that an operator may apply beyond the proposal.
 *
 * @param decision id of the decision that it was found with
 * @param best the best configuration at one cost
 */
public record Offer(String decision, PriceClass best) {}
