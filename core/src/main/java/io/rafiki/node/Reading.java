package io.rafiki.node;

import java.util.Optional;

/**
 * What a node says of one knob.
 *
 * @param knob its name
 * @param code the value, or the nearest that the catalogue knows if there is a problem
 * @param found the value in the node's own words
 * @param problem why the code is not the node's value; empty if it is
 */
public record Reading(String knob, double code, String found, Optional<String> problem) {

    /** Whether the code is the node's value. */
    public boolean exact() {
        return problem.isEmpty();
    }
}
