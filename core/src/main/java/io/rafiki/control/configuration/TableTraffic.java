package io.rafiki.control.configuration;

import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.TableGroups;
import io.rafiki.node.TableName;
import io.rafiki.workload.OperationCounts;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.TableLoad;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The load of each sensed table. The decaying sum covers about ten windows. */
final class TableTraffic {

    /** Share of the former operations that counts at each update. */
    private static final double DECAY = 0.9;

    private final Map<TableName, TableCounts> totals = new HashMap<>();
    private volatile Map<TableName, TableLoad> loads = Map.of();

    /** Adds the operations since the last update. A name that no MBean can have is left out. */
    void update(List<TableCounts> sensed) {
        Map<TableName, TableLoad> recent = new TreeMap<>(Comparator.comparing(TableName::toString));
        Map<TableName, TableCounts> counts = new HashMap<>();
        for (TableCounts table : sensed) {
            if (table.table().matches("\\w+\\.\\w+")) {
                TableName name = TableName.parse(table.table());
                OperationCounts more = since(totals.getOrDefault(name, table), table);
                counts.put(name, table);
                recent.put(
                        name,
                        new TableLoad(
                                DECAY * loads.getOrDefault(name, TableLoad.NONE).operations() + more.total(), more));
            }
        }
        totals.clear();
        totals.putAll(counts);
        loads = Collections.unmodifiableMap(recent);
    }

    /** The operations of some tables since the last window closed. */
    private OperationCounts counts(List<TableName> some) {
        return some.stream()
                .map(table -> loads.getOrDefault(table, TableLoad.NONE).window())
                .reduce(OperationCounts.NONE, OperationCounts::plus);
    }

    /** Whether one of several groups of tables has another workload than at a decision. */
    boolean isRegrouped(NodeConfiguration decided) {
        return decided.groups().values().stream()
                .filter(all -> all.size() > 1)
                .flatMap(List::stream)
                .anyMatch(group -> !TableGroups.areSimilar(
                        group.counts().workload(), counts(group.tables()).workload()));
    }

    private static OperationCounts since(TableCounts before, TableCounts now) {
        return new OperationCounts(
                Math.max(0, now.reads() - before.reads()),
                Math.max(0, now.writes() - before.writes()),
                Math.max(0, now.scans() - before.scans()));
    }

    /** Every sensed table, in the order of the names. */
    Map<TableName, TableLoad> loads() {
        return loads;
    }
}
