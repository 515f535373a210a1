package io.rafiki.node;

import java.util.List;
import java.util.OptionalDouble;

/** Access to one knob of a node. Incoming codes are within the knob's range. */
sealed interface NodeKnob permits NumberKnob, TableKnob {

    KnobValue read(List<TableName> tables) throws NodeException;

    /**
     * Compares and writes.
     *
     * @param expected value that the node must have immediately before the write; empty for any
     */
    void write(OptionalDouble expected, double code, List<TableName> tables) throws NodeException;
}
