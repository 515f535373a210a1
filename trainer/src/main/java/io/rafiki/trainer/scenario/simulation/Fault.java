package io.rafiki.trainer.scenario.simulation;

/** A fault of a simulated node. */
public enum Fault {
    /** A table is dropped and created again, which resets its counters. */
    COUNTERS_RESET,
    /** A table appears for about a window. */
    TABLE_APPEARS,
    /** The process pauses for some seconds without a sample. */
    PAUSE,
    /** The node rejects the next value. */
    WRITE_REFUSED,
    /** The node accepts the next value and keeps the old one. */
    WRITE_FORGOTTEN
}
