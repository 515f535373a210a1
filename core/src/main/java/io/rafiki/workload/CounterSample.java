package io.rafiki.workload;

import java.util.List;

/**
 * The counters of all user tables at one moment. System keyspaces are left out by the {@link CounterSource}.
 *
 * @param nanoTime the moment on a monotonic clock, in nanoseconds of arbitrary origin ({@link System#nanoTime()})
 * @param tables each table once, in any order
 */
public record CounterSample(long nanoTime, List<TableCounts> tables) {

    public CounterSample {
        tables = List.copyOf(tables);
    }
}
