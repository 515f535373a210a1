package io.rafiki.node;

import java.util.Optional;

/**
 * The value of one knob that a node reports.
 *
 * @param knob name of the knob
 * @param code code of the value, or the nearest in the catalogue if there is a problem
 * @param found value as the node reports it
 * @param problem reason why the code differs from the node's value; empty if it does not
 */
public record KnobValue(String knob, double code, String found, Optional<NodeFailure> problem) {

    /** Whether the code is the node's value. */
    public boolean exact() {
        return problem.isEmpty();
    }
}
