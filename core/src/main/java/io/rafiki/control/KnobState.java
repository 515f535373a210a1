package io.rafiki.control;

import java.time.Instant;
import java.util.Optional;

/**
 * What a knob holds in the node, and how it came to.
 *
 * @param knob its name
 * @param unit of a number; empty for a choice and for a plain number
 * @param yaml what it held when the tuner started: the value of cassandra.yaml or, for a table option, of the schema
 * @param live what it held when it was last looked at; begins with {@code ?} where it could not be read
 * @param ours what the tuner has put there, as long as that is not taken back; empty if nothing
 * @param setBy {@code start}, {@code rafiki d43}, or {@code not rafiki} for a human or another program
 * @param setAt when that was; for {@code not rafiki}, when it was seen
 * @param change {@code live} if the tuner could set another value now, {@code restart} if only the next start can
 * @param number the value as a number: itself, or the place among the choices, from 0; NaN if it could not be read
 */
public record KnobState(
        String knob,
        String unit,
        String yaml,
        String live,
        Optional<String> ours,
        String setBy,
        Instant setAt,
        String change,
        double number) {

    /** Who set a knob that the tuner did not set. */
    static final String OTHERS = "not rafiki";

    /** Whether a client other than the tuner set the value. */
    public boolean isSetExternally() {
        return setBy.equals(OTHERS);
    }
}
