package io.rafiki.node;

import io.rafiki.node.NodeFailure.TimeWindowTable;
import io.rafiki.node.NodeFailure.UnknownOption;
import io.rafiki.node.TableSkip.OtherTableGroup;
import io.rafiki.node.TableSkip.TableOptionsUnknown;
import io.rafiki.node.TableSkip.TablesIdle;
import io.rafiki.node.TableSkip.TablesUnreadable;
import io.rafiki.node.TableSkip.TimeWindowTables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables whose option is tuned together: they have the same present value and a similar share of the operations.
 *
 * <p>Of all groups with one value, the busiest is tuned. A table of it with less than a tenth of the operations of its busiest table stays
 * unchanged, since a rewrite of an archive gains nothing for a hot table.
 *
 * @param value their present value; empty if no table can be tuned
 * @param tables in the order of their names
 * @param share their share of all operations, 0 to 1
 * @param skipped why the other tables keep their values
 */
public record TableGroup(Optional<KnobValue> value, List<TableName> tables, double share, List<TableSkip> skipped) {

    private static final double IDLE = 0.1;

    public TableGroup {
        tables = List.copyOf(tables);
        skipped = List.copyOf(skipped);
    }

    /**
     * Selects the group.
     *
     * @param readings the option of each table that may be tuned
     * @param operations recent operations of every sensed table
     */
    static TableGroup of(String knob, Map<TableName, KnobValue> readings, Map<TableName, Double> operations) {
        Map<Double, List<TableName>> byValue = new LinkedHashMap<>();
        List<TableName> timeWindow = new ArrayList<>();
        List<TableName> unknown = new ArrayList<>();
        List<TableName> unreadable = new ArrayList<>();
        readings.forEach((table, reading) -> {
            NodeFailure problem = reading.problem().orElse(null);
            if (problem == null) {
                byValue.computeIfAbsent(reading.code(), code -> new ArrayList<>())
                        .add(table);
            } else {
                (problem instanceof TimeWindowTable
                                ? timeWindow
                                : problem instanceof UnknownOption ? unknown : unreadable)
                        .add(table);
            }
        });
        List<TableName> group = busiest(byValue, operations);
        Optional<KnobValue> value = group.stream().findFirst().map(readings::get);
        double most = group.stream()
                .mapToDouble(table -> operations(table, operations))
                .max()
                .orElse(0);
        List<TableName> active = group.stream()
                .filter(table -> operations(table, operations) >= IDLE * most)
                .toList();
        List<TableName> idle = new ArrayList<>(group);
        idle.removeAll(active);
        List<TableSkip> skipped = new ArrayList<>();
        first(timeWindow).ifPresent(table -> skipped.add(new TimeWindowTables(knob, timeWindow.size(), table)));
        first(unknown)
                .ifPresent(table -> skipped.add(new TableOptionsUnknown(
                        knob,
                        unknown.size(),
                        table,
                        readings.get(unknown.get(0)).found())));
        first(unreadable)
                .ifPresent(table -> skipped.add(new TablesUnreadable(
                        knob,
                        unreadable.size(),
                        table,
                        readings.get(unreadable.get(0)).problem().orElseThrow())));
        value.ifPresent(tuned -> byValue.forEach((code, others) -> {
            if (code != tuned.code()) {
                KnobValue other = readings.get(others.get(0));
                skipped.add(new OtherTableGroup(
                        knob, others.size(), others.get(0).toString(), other.found(), tuned.found()));
            }
        }));
        first(idle).ifPresent(table -> skipped.add(new TablesIdle(knob, idle.size(), table)));
        return new TableGroup(value, active, share(active, operations), skipped);
    }

    private static List<TableName> busiest(Map<Double, List<TableName>> byValue, Map<TableName, Double> operations) {
        List<TableName> busiest = List.of();
        double most = -1;
        for (List<TableName> tables : byValue.values()) {
            double sum = sum(tables, operations);
            if (sum > most || (sum == most && tables.size() > busiest.size())) {
                busiest = tables;
                most = sum;
            }
        }
        return busiest;
    }

    private static double share(List<TableName> tables, Map<TableName, Double> operations) {
        double all =
                operations.values().stream().mapToDouble(Double::doubleValue).sum();
        return all > 0 ? sum(tables, operations) / all : 1;
    }

    private static double sum(List<TableName> tables, Map<TableName, Double> operations) {
        return tables.stream()
                .mapToDouble(table -> operations(table, operations))
                .sum();
    }

    private static double operations(TableName table, Map<TableName, Double> operations) {
        return operations.getOrDefault(table, 0.0);
    }

    private static Optional<String> first(List<TableName> tables) {
        return tables.stream().findFirst().map(TableName::toString);
    }
}
