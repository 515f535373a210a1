package io.rafiki.workload;

import java.util.List;
import java.util.Set;

/**
 * The counters of all user tables at one moment. The {@link CounterSource} excludes system keyspaces.
 *
 * @param nanoTime time of a monotonic clock, in nanoseconds of arbitrary origin ({@link System#nanoTime()})
 * @param tables each table once, in any order
 * @param clients client requests
 * @param gauges gauges of the node at that moment
 * @param dropped tables, as {@code keyspace.table}, that were dropped since the last sample; one among the tables was created again
 */
public record CounterSample(
        long nanoTime, List<TableCounts> tables, ClientCounts clients, WindowGauges gauges, Set<String> dropped) {

    public CounterSample {
        tables = List.copyOf(tables);
        dropped = Set.copyOf(dropped);
    }

    /** A sample without dropped tables. */
    public CounterSample(long nanoTime, List<TableCounts> tables, ClientCounts clients, WindowGauges gauges) {
        this(nanoTime, tables, clients, gauges, Set.of());
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
