package io.rafiki.workload;

import io.rafiki.reason.Reason;
import java.time.Duration;

/** Why a window is no basis for a decision. The code is the window's state in MBeans and tables. */
public sealed interface WindowDefect extends Reason {

    /** No user table was read or written. */
    record Idle() implements WindowDefect {}

    /**
     * The workload changed within the window; the next window starts at the change.
     *
     * @param feature of the workload, such as {@code read ratio}
     * @param beforeEnd time from the change to the window's end
     */
    record Shifting(String feature, double from, double to, Duration beforeEnd) implements WindowDefect {}

    /** A counter decreased, because Cassandra created the table's metrics again. */
    record CountersBackwards(String table, String counter, long before, long after) implements WindowDefect {}

    /** A counter is negative or grew faster than any node can serve. */
    record CountersImplausible(String table, long reads, long writes, long scans) implements WindowDefect {}

    /** A user table was created or dropped. */
    record TablesChanged(String table, Event event) implements WindowDefect {}

    /** Two samples are too far apart: the process was paused, or the counters could not be read. */
    record SamplesMissing(Duration gap, Duration longest) implements WindowDefect {}

    /** What happened to a table. */
    enum Event {
        CREATED,
        DROPPED,
        DUPLICATED
    }
}
