package io.rafiki.node;

import java.util.List;

/** One knob of a node: how it is read and written. Codes that come in have passed the knob's own range. */
sealed interface NodeKnob permits NumberKnob, TableKnob {

    Reading read(List<TableName> tables) throws NodeException;

    void write(double code, List<TableName> tables) throws NodeException;
}
