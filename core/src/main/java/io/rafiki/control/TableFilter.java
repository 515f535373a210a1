package io.rafiki.control;

import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import java.util.List;

/**
 * The user tables that are measured and tuned.
 *
 * @param patterns {@code keyspace.table} or {@code keyspace.*}; empty for every user table
 */
record TableFilter(List<String> patterns) {

    /** Whether the table, given as {@code keyspace.table}, is one of them. */
    boolean contains(String table) {
        return patterns.isEmpty()
                || patterns.contains(table)
                || patterns.contains(table.substring(0, table.indexOf('.') + 1) + "*");
    }

    /** The source without the tables that are none of them. */
    CounterSource filtered(CounterSource source) {
        if (patterns.isEmpty()) {
            return source;
        }
        return () -> {
            CounterSample all = source.sample();
            return new CounterSample(
                    all.nanoTime(),
                    all.tables().stream()
                            .filter(table -> contains(table.table()))
                            .toList(),
                    all.clients(),
                    all.gauges());
        };
    }
}
