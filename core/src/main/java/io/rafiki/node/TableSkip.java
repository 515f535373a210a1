package io.rafiki.node;

import io.rafiki.reason.Reason;

/** Why some tables keep their value of a table option. Each reason counts its tables and names the first. */
public sealed interface TableSkip extends Reason {

    /** The name of the table option. */
    String knob();

    /** The number of tables. */
    int count();

    /** Tables with TimeWindowCompactionStrategy, which is never changed. */
    record TimeWindowTables(String knob, int count, String first) implements TableSkip {}

    /**
     * Tables with options that the catalogue does not contain.
     *
     * @param found options of the first table
     */
    record TableOptionsUnknown(String knob, int count, String first, String found) implements TableSkip {}

    /** Tables whose options cannot be read. */
    record TablesUnreadable(String knob, int count, String first, NodeFailure failure) implements TableSkip {}

    /** Tables with few operations, in comparison with the busiest table of their group or with the node. */
    record TablesIdle(String knob, int count, String first) implements TableSkip {}
}
