package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;

/**
 * The change of one knob in a plan.
 *
 * @param knob its name
 * @param from its present value, as a user writes it
 * @param to its new value
 * @param cost cost until the change has its full effect
 */
public record Change(String knob, Object from, Object to, ChangeCost cost) {

    /** {@code concurrent_writes 32 -> 64}. */
    @Override
    public String toString() {
        return knob + " " + from + " -> " + to;
    }
}
