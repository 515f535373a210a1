package io.rafiki.workload;

import java.util.List;

/**
 * The counters of all user tables at one moment. System keyspaces are left out by the {@link CounterSource}.
 *
 * @param nanoTime the moment on a monotonic clock, in nanoseconds of arbitrary origin ({@link System#nanoTime()})
 * @param tables each table once, in any order
 * @param clients what clients have asked of the node
 * @param gauges what the node says of itself at that moment
 */
public record CounterSample(long nanoTime, List<TableCounts> tables, ClientCounts clients, Gauges gauges) {

    public CounterSample {
        tables = List.copyOf(tables);
    }

    /** Of a node that has no gauges. */
    public CounterSample(long nanoTime, List<TableCounts> tables, ClientCounts clients) {
        this(nanoTime, tables, clients, Gauges.UNKNOWN);
    }

    /** Of a node that tells nothing about its clients either. */
    public CounterSample(long nanoTime, List<TableCounts> tables) {
        this(nanoTime, tables, ClientCounts.NONE);
    }
}
