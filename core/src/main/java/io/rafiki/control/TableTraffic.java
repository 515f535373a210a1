package io.rafiki.control;

import io.rafiki.node.TableName;
import io.rafiki.workload.TableCounts;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The recent operations of each sensed table: an exponentially decaying sum of about ten windows. */
final class TableTraffic {

    /** Share of the former operations that counts at each update. */
    private static final double DECAY = 0.9;

    private final Map<TableName, Long> totals = new HashMap<>();
    private volatile Map<TableName, Double> operations = Map.of();

    /** Adds the operations since the last update. A name that no MBean can have is left out. */
    void update(List<TableCounts> sensed) {
        Map<TableName, Double> recent = new TreeMap<>(Comparator.comparing(TableName::toString));
        Map<TableName, Long> counts = new HashMap<>();
        for (TableCounts table : sensed) {
            if (table.table().matches("\\w+\\.\\w+")) {
                TableName name = TableName.parse(table.table());
                long total = table.reads() + table.writes() + table.scans();
                long more = Math.max(0, total - totals.getOrDefault(name, total));
                counts.put(name, total);
                recent.put(name, DECAY * operations.getOrDefault(name, 0.0) + more);
            }
        }
        totals.clear();
        totals.putAll(counts);
        operations = Collections.unmodifiableMap(recent);
    }

    /** Every sensed table, in the order of the names. */
    Map<TableName, Double> operations() {
        return operations;
    }
}
