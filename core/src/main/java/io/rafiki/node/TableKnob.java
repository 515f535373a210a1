package io.rafiki.node;

import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A knob that is a table option; it is set on all given tables or on none. */
final class TableKnob implements NodeKnob {

    private final MBeans beans;
    private final KnobDefinition entry;
    private final LiveBinding live;
    private final OptionJson json;
    private final AutoCompaction autoCompaction;

    TableKnob(MBeans beans, KnobDefinition entry, LiveBinding live) {
        this.beans = beans;
        this.entry = entry;
        this.live = live;
        this.json = new OptionJson(entry, live);
        this.autoCompaction = new AutoCompaction(beans);
    }

    @Override
    public KnobValue read(List<TableName> tables) throws NodeException {
        KnobValue first = null;
        for (TableName table : tables) {
            KnobValue reading = read(table);
            if (!reading.exact()) {
                return reading;
            }
            if (first != null && first.code() != reading.code()) {
                NodeFailure problem = new NodeFailure.TablesDiffer(
                        tables.get(0).toString(), first.found(), table.toString(), reading.found());
                return new KnobValue(entry.name(), first.code(), "", Optional.of(problem));
            }
            first = first == null ? reading : first;
        }
        return first != null
                ? first
                : new KnobValue(entry.name(), entry.knob().defaultCode(), "", Optional.of(new NodeFailure.NoTable()));
    }

    /** The value of each table; a table that cannot be read has a problem. */
    Map<TableName, KnobValue> readEach(List<TableName> tables) {
        Map<TableName, KnobValue> readings = new LinkedHashMap<>();
        for (TableName table : tables) {
            try {
                readings.put(table, read(table));
            } catch (NodeException refused) {
                readings.put(
                        table,
                        new KnobValue(entry.name(), entry.knob().defaultCode(), "", Optional.of(refused.failure())));
            }
        }
        return readings;
    }

    /** Writes all tables or none. The value of each is compared immediately before its write: another client's change wins. */
    @Override
    public void write(OptionalDouble expected, double code, List<TableName> tables) throws NodeException {
        Map<TableName, Double> before = new LinkedHashMap<>();
        for (TableName table : tables) {
            KnobValue reading = read(table);
            if (expected.isPresent()) {
                requireAt(expected.getAsDouble(), table, reading);
            } else if (!reading.exact()) {
                throw new NodeException(reading.problem().orElseThrow());
            }
            before.put(table, reading.code());
        }
        Map<TableName, String> begun = new LinkedHashMap<>();
        for (TableName table : tables) {
            try {
                write(table, before.get(table), code, begun);
            } catch (NodeException refused) {
                List<NodeFailure.NotRestored> notRestored = restore(begun, code);
                throw refused.failure() instanceof NodeFailure.ValueChanged && notRestored.isEmpty()
                        ? refused
                        : new NodeException(
                                new NodeFailure.TableWriteFailed(table.toString(), refused.failure(), notRestored),
                                refused);
            }
        }
    }

    /** The options of the schema that it would lose by another value; empty if the value's class allows them. */
    Map<String, String> dropped(double code, TableName table) throws NodeException {
        Optional<String> schema = schema(table);
        if (schema.isEmpty()) {
            return Map.of();
        }
        Map<String, String> dropped = json.ofClass(schema.get());
        dropped.keySet().removeAll(option(code, table).keySet());
        return dropped;
    }

    /** The table's whole option with another value, for all nodes. */
    Map<String, String> option(double code, TableName table) throws NodeException {
        return json.forAllNodes(present(table), schema(table), code);
    }

    /** @param begun receives the table's JSON before the write */
    private void write(TableName table, double expected, double code, Map<TableName, String> begun)
            throws NodeException {
        boolean off = isOff(table);
        String present = present(table);
        requireAt(expected, table, reading(table, present));
        if (expected == code) {
            return;
        }
        begun.put(table, present);
        beans.set(object(table), live.attributes().get(0), json.with(present, schema(table), code, off));
        String after = present(table);
        if (!isAt(code, after)) {
            throw new NodeException(new NodeFailure.ReadBackDiffers(
                    table.toString(), String.valueOf(entry.knob().value(code)), after));
        }
        if (live.after() == LiveBinding.After.BACKGROUND_COMPACTION && !off) {
            autoCompaction.submit(table);
        }
    }

    /**
     * Restores the former values of tables that still have the written one, and keeps their other options.
     *
     * @param written the code that was written
     * @return the tables that refused
     */
    private List<NodeFailure.NotRestored> restore(Map<TableName, String> begun, double written) {
        List<NodeFailure.NotRestored> notRestored = new ArrayList<>();
        for (Map.Entry<TableName, String> table : begun.entrySet()) {
            try {
                boolean off = isOff(table.getKey());
                String present = present(table.getKey());
                if (isAt(written, present)) {
                    beans.set(
                            object(table.getKey()),
                            live.attributes().get(0),
                            json.restored(present, table.getValue(), off));
                }
            } catch (NodeException refused) {
                notRestored.add(new NodeFailure.NotRestored(table.getKey().toString(), refused.failure()));
            }
        }
        return notRestored;
    }

    private void requireAt(double expected, TableName table, KnobValue reading) throws NodeException {
        if (!reading.exact() || reading.code() != expected) {
            throw new NodeException(new NodeFailure.ValueChanged(
                    entry.name(), table.toString(), String.valueOf(entry.knob().value(expected)), reading.found()));
        }
    }

    /** Whether the option contains the state of automatic compaction, and it is off. A write would reset it. */
    private boolean isOff(TableName table) throws NodeException {
        return live.keep().contains(AutoCompaction.OPTION) && autoCompaction.off(table);
    }

    private boolean isAt(double code, String present) throws NodeException {
        return json.code(present).filter(now -> now == code).isPresent();
    }

    private KnobValue read(TableName table) throws NodeException {
        return reading(table, present(table));
    }

    private KnobValue reading(TableName table, String found) throws NodeException {
        Optional<Double> code = json.code(found);
        if (code.isPresent()) {
            Optional<NodeFailure> problem = !json.isClassWithOptions(found) || json.isRestorable(found, schema(table))
                    ? Optional.empty()
                    : Optional.of(new NodeFailure.OptionsNotInSchema(table.toString(), found));
            return new KnobValue(
                    entry.name(), code.get(), String.valueOf(entry.knob().value(code.get())), problem);
        }
        NodeFailure problem = json.isTimeWindow(found)
                ? new NodeFailure.TimeWindowTable(table.toString())
                : new NodeFailure.UnknownOption(table.toString(), found);
        return new KnobValue(entry.name(), entry.knob().defaultCode(), found, Optional.of(problem));
    }

    /** The option in the schema, which changes of this node alone do not reach; empty if the knob does not need it, or without the agent. */
    private Optional<String> schema(TableName table) {
        if (live.keepInClass().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(beans.call(CompactionStats.AGENT, "compactionInSchema", table.toString()))
                    .map(String::valueOf);
        } catch (NodeException withoutAgent) {
            return Optional.empty();
        }
    }

    private String present(TableName table) throws NodeException {
        return String.valueOf(beans.get(object(table), live.attributes().get(0)));
    }

    private String object(TableName table) {
        return live.object().replace("{keyspace}", table.keyspace()).replace("{table}", table.table());
    }
}
