package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;

/**
 * One knob that a plan moves.
 *
 * @param knob its name
 * @param from its value in the node now, as a user writes it
 * @param to its value after
 * @param cost what it takes until the change has its full effect
 */
public record Change(String knob, Object from, Object to, ChangeCost cost) {

    /** {@code concurrent_writes 32 -> 64}. */
    @Override
    public String toString() {
        return knob + " " + from + " -> " + to;
    }
}
