package io.rafiki.workload;

import java.util.List;

/**
 * The counters of all user tables at one moment. The {@link CounterSource} excludes system keyspaces.
 *
 * @param nanoTime time of a monotonic clock, in nanoseconds of arbitrary origin ({@link System#nanoTime()})
 * @param tables each table once, in any order
 * @param clients client requests
 * @param gauges gauges of the node at that moment
 */
public record CounterSample(long nanoTime, List<TableCounts> tables, ClientCounts clients, WindowGauges gauges) {

    public CounterSample {
        tables = List.copyOf(tables);
    }

    /** A sample without gauges. */
    public CounterSample(long nanoTime, List<TableCounts> tables, ClientCounts clients) {
        this(nanoTime, tables, clients, WindowGauges.UNKNOWN);
    }

    /** A sample without gauges and client requests. */
    public CounterSample(long nanoTime, List<TableCounts> tables) {
        this(nanoTime, tables, ClientCounts.NONE);
    }
}
