package io.rafiki.control.configuration;

import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import java.util.List;

/**
 * A selection of user tables.
 *
 * @param patterns {@code keyspace.table} or {@code keyspace.*}; with a leading {@code -}, tables to exclude. Without a pattern that includes,
 *     every user table is included.
 */
public record TableFilter(List<String> patterns) {

    /** The form of a pattern. */
    public static final String PATTERN = "-?\\w+\\.(\\w+|\\*)";

    private static final String EXCLUDES = "-";

    /** Whether the table, given as {@code keyspace.table}, is selected. An exclusion takes precedence. */
    public boolean contains(String table) {
        boolean all = patterns.stream().allMatch(pattern -> pattern.startsWith(EXCLUDES));
        return (all || matches("", table)) && !matches(EXCLUDES, table);
    }

    private boolean matches(String prefix, String table) {
        return patterns.contains(prefix + table)
                || patterns.contains(prefix + table.substring(0, table.indexOf('.') + 1) + "*");
    }

    /** The source without the other tables. */
    public CounterSource filtered(CounterSource source) {
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
                    all.gauges(),
                    all.dropped());
        };
    }
}
