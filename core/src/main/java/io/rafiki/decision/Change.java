package io.rafiki.decision;

/**
 * One knob that a plan moves.
 *
 * @param knob its name
 * @param from its value in the node now, as a user writes it
 * @param to its value after
 */
public record Change(String knob, Object from, Object to) {

    /** {@code concurrent_writes 32 -> 64}. */
    @Override
    public String toString() {
        return knob + " " + from + " -> " + to;
    }
}
