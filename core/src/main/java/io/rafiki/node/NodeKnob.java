package io.rafiki.node;

import java.util.List;

/** Access to one knob of a node. Incoming codes are within the knob's range. */
sealed interface NodeKnob permits NumberKnob, TableKnob {

    KnobValue read(List<TableName> tables) throws NodeException;

    void write(double code, List<TableName> tables) throws NodeException;
}
