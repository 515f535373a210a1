package io.rafiki.workload;

import java.util.Locale;

/** Whether a window may be decided upon, and if not, why. */
public enum WindowState {
    /** Complete, with operations, stationary: it may be decided upon. */
    VALID("complete and stationary"),
    /** No user table was read or written. */
    IDLE("no operation on a user table"),
    /** The read ratio moved within the window; the next window starts where it moved. */
    SHIFTING("the workload changed within the window"),
    /** A counter became smaller: the table's metrics were created anew. */
    COUNTERS_BACKWARDS("a counter went backwards"),
    /** A counter is negative or grew faster than any node can serve. */
    COUNTERS_IMPLAUSIBLE("a counter is not believable"),
    /** A user table appeared or went away. */
    TABLES_CHANGED("a table was created or dropped"),
    /** Two samples lie too far apart: the process was paused or the counters could not be read. */
    SAMPLES_MISSING("samples are missing");

    private final String meaning;

    WindowState(String meaning) {
        this.meaning = meaning;
    }

    /** One phrase for people. */
    public String meaning() {
        return meaning;
    }

    /** The name as it stands in MBeans and the journal: {@code tables_changed}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
