package io.rafiki.node;

import io.rafiki.reason.Reason;

/** Why a knob keeps its value: the tuner never writes it, and predictions assume a trained value. */
public sealed interface KnobSkip extends Reason {

    /** The name of the knob. */
    String knob();

    /** The knob cannot be read. */
    record KnobUnreadable(String knob, NodeFailure failure) implements KnobSkip {}

    /** The knob can be set at start only. */
    record KnobNotLive(String knob) implements KnobSkip {}

    /**
     * The node has a value that the catalogue does not contain.
     *
     * @param found value as the node reports it
     */
    record KnobOutsideCatalogue(String knob, String found) implements KnobSkip {}

    /**
     * The node has a value that the catalogue contains and the model does not.
     *
     * @param found value as a user writes it
     */
    record KnobOutsideModel(String knob, String found) implements KnobSkip {}

    /** No table has a value of this table option that the tuner may change. */
    record NoTunableTable(String knob) implements KnobSkip {}
}
