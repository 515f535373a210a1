package io.rafiki.control.configuration;

import java.time.Instant;
import java.util.Optional;

/**
 * The value of a knob in the node, and who set it.
 *
 * @param knob name of the knob
 * @param unit of a number; empty for a choice and for a plain number
 * @param yaml value when the tuner started: the value of cassandra.yaml or, for a table option, of the schema
 * @param live value when it was last read; begins with {@code ?} if it could not be read
 * @param ours value that the tuner has set and not rolled back; empty if none
 * @param setBy {@code start}, {@code rafiki d43}, or {@code not rafiki} for another client
 * @param setAt time of the setting; for {@code not rafiki}, the time of its detection
 * @param change {@code live} if the tuner can set another value now, {@code restart} if only the next start can
 * @param number the value, or the index of a choice from 0; NaN if it could not be read
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

    /**
     * Whether a restart of the node would restore another value.
     *
     * @param isTableOption whether the knob is a table option; the values that other clients set with ALTER TABLE outlast a restart
     */
    public boolean isLostAtRestart(boolean isTableOption) {
        return isTableOption
                ? ours.filter(value -> !value.equals(yaml)).isPresent()
                : !live.equals(yaml) && !KnobHistory.isUnknown(live) && !KnobHistory.isUnknown(yaml);
    }
}
