package io.rafiki.trainer.scenario.simulation;

/** What goes wrong on a node while it is tuned. */
public enum Fault {
    /** A table is dropped and made again: its counters begin anew. */
    COUNTERS_RESET,
    /** A table appears, and stays for a window or so. */
    TABLE_APPEARS,
    /** The process stands still for some seconds: no sample is taken. */
    PAUSE,
    /** The node refuses the next value that is set. */
    WRITE_REFUSED,
    /** The node takes the next value that is set, and keeps the old one. */
    WRITE_FORGOTTEN
}
