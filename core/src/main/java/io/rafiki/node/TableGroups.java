package io.rafiki.node;

import io.rafiki.node.NodeFailure.TimeWindowTable;
import io.rafiki.node.NodeFailure.UnknownOption;
import io.rafiki.node.TableSkip.TableOptionsUnknown;
import io.rafiki.node.TableSkip.TablesIdle;
import io.rafiki.node.TableSkip.TablesUnreadable;
import io.rafiki.node.TableSkip.TimeWindowTables;
import io.rafiki.workload.OperationCounts;
import io.rafiki.workload.TableLoad;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The groups of tables of one table option.
 *
 * <p>A table joins the first group with its value and a similar workload, the busiest table first. A table with less than a tenth of the
 * operations of its group's busiest table stays unchanged, since a rewrite of an archive gains nothing for a hot table. So does a group
 * with less than a twentieth of the node's operations, since no change of it reaches the least gain. The busiest group always counts.
 *
 * @param tuned busiest first
 * @param skipped why the other tables keep their values
 */
public record TableGroups(List<TableGroup> tuned, List<TableSkip> skipped) {

    private static final double IDLE = 0.1;
    private static final double RELEVANT = 0.05;

    /** Largest difference of the read ratios of two similar workloads; the other features in proportion. */
    private static final double SIMILAR = 0.2;

    public TableGroups {
        tuned = List.copyOf(tuned);
        skipped = List.copyOf(skipped);
    }

    /** Whether one configuration suits both workloads; true if one is not known. */
    public static boolean areSimilar(Workload one, Workload other) {
        return one.equals(Workload.NONE) || other.equals(Workload.NONE) || one.isNear(other, SIMILAR);
    }

    /**
     * Forms the groups.
     *
     * @param readings the option of each table that may be tuned
     * @param loads of every sensed table
     */
    static TableGroups of(String knob, Map<TableName, KnobValue> readings, Map<TableName, TableLoad> loads) {
        double all = loads.values().stream().mapToDouble(TableLoad::operations).sum();
        List<TableName> idle = new ArrayList<>();
        List<TableGroup> tuned = new ArrayList<>();
        for (List<TableName> members : clusters(readings, loads)) {
            double most = load(members.get(0), loads).operations();
            List<TableName> active = members.stream()
                    .filter(table -> load(table, loads).operations() >= IDLE * most)
                    .sorted(Comparator.comparing(TableName::toString))
                    .toList();
            double share = all > 0 ? sum(active, loads) / all : 1;
            if (tuned.isEmpty() || (all > 0 && share >= RELEVANT)) {
                tuned.add(new TableGroup(readings.get(active.get(0)), active, share, counts(active, loads)));
                members.stream().filter(table -> !active.contains(table)).forEach(idle::add);
            } else {
                idle.addAll(members);
            }
        }
        List<TableSkip> skipped = skipped(knob, readings);
        idle.stream()
                .map(TableName::toString)
                .min(Comparator.naturalOrder())
                .ifPresent(first -> skipped.add(new TablesIdle(knob, idle.size(), first)));
        return new TableGroups(tuned, skipped);
    }

    /** Tables with one value and similar workloads, the busiest table and the busiest cluster first. */
    private static List<List<TableName>> clusters(Map<TableName, KnobValue> readings, Map<TableName, TableLoad> loads) {
        List<List<TableName>> clusters = new ArrayList<>();
        readings.keySet().stream()
                .filter(table -> readings.get(table).exact())
                .sorted(Comparator.comparingDouble(
                                (TableName table) -> -load(table, loads).operations())
                        .thenComparing(TableName::toString))
                .forEach(table -> clusters.stream()
                        .filter(cluster -> isSimilar(table, cluster.get(0), readings, loads))
                        .findFirst()
                        .orElseGet(() -> {
                            List<TableName> fresh = new ArrayList<>();
                            clusters.add(fresh);
                            return fresh;
                        })
                        .add(table));
        clusters.sort(Comparator.comparingDouble((List<TableName> cluster) -> -sum(cluster, loads))
                .thenComparing(List::size, Comparator.reverseOrder()));
        return clusters;
    }

    private static boolean isSimilar(
            TableName table, TableName busiest, Map<TableName, KnobValue> readings, Map<TableName, TableLoad> loads) {
        return readings.get(table).code() == readings.get(busiest).code()
                && areSimilar(
                        load(table, loads).window().workload(),
                        load(busiest, loads).window().workload());
    }

    /** The tables whose option cannot be tuned, by the cause. */
    private static List<TableSkip> skipped(String knob, Map<TableName, KnobValue> readings) {
        Map<Class<?>, List<TableName>> causes = new LinkedHashMap<>();
        readings.forEach((table, reading) -> reading.problem()
                .ifPresent(problem -> causes.computeIfAbsent(cause(problem), none -> new ArrayList<>())
                        .add(table)));
        List<TableSkip> skipped = new ArrayList<>();
        first(causes, TimeWindowTable.class)
                .ifPresent(table -> skipped.add(new TimeWindowTables(
                        knob, causes.get(TimeWindowTable.class).size(), table.toString())));
        first(causes, UnknownOption.class)
                .ifPresent(table -> skipped.add(new TableOptionsUnknown(
                        knob,
                        causes.get(UnknownOption.class).size(),
                        table.toString(),
                        readings.get(table).found())));
        first(causes, NodeFailure.class)
                .ifPresent(table -> skipped.add(new TablesUnreadable(
                        knob,
                        causes.get(NodeFailure.class).size(),
                        table.toString(),
                        readings.get(table).problem().orElseThrow())));
        return skipped;
    }

    private static Class<?> cause(NodeFailure problem) {
        return problem instanceof TimeWindowTable || problem instanceof UnknownOption
                ? problem.getClass()
                : NodeFailure.class;
    }

    private static Optional<TableName> first(Map<Class<?>, List<TableName>> causes, Class<?> cause) {
        return causes.getOrDefault(cause, List.of()).stream().findFirst();
    }

    private static OperationCounts counts(List<TableName> tables, Map<TableName, TableLoad> loads) {
        return tables.stream()
                .map(table -> load(table, loads).window())
                .reduce(OperationCounts.NONE, OperationCounts::plus);
    }

    private static double sum(List<TableName> tables, Map<TableName, TableLoad> loads) {
        return tables.stream()
                .mapToDouble(table -> load(table, loads).operations())
                .sum();
    }

    private static TableLoad load(TableName table, Map<TableName, TableLoad> loads) {
        return loads.getOrDefault(table, TableLoad.NONE);
    }
}
