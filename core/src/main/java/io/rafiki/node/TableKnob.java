package io.rafiki.node;

import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    @Override
    public void write(double code, List<TableName> tables) throws NodeException {
        Map<TableName, String> before = new LinkedHashMap<>();
        for (TableName table : tables) {
            KnobValue reading = read(table);
            if (!reading.exact()) {
                throw new NodeException(reading.problem().orElseThrow());
            }
            before.put(table, present(table));
        }
        Map<TableName, String> begun = new LinkedHashMap<>();
        for (TableName table : tables) {
            begun.put(table, before.get(table));
            try {
                write(table, before.get(table), code);
            } catch (NodeException refused) {
                throw new NodeException(
                        new NodeFailure.TableWriteFailed(table.toString(), refused.failure(), restore(begun)), refused);
            }
        }
    }

    /** The table's whole option with another value. */
    Map<String, String> option(double code, TableName table) throws NodeException {
        return json.merged(present(table), code);
    }

    private void write(TableName table, String present, double code) throws NodeException {
        if (json.code(present).filter(now -> now == code).isPresent()) {
            return;
        }
        boolean off = autoCompaction.off(table);
        beans.set(object(table), live.attributes().get(0), json.with(present, code, off));
        String after = present(table);
        if (json.code(after).filter(now -> now == code).isEmpty()) {
            throw new NodeException(new NodeFailure.ReadBackDiffers(
                    table.toString(), String.valueOf(entry.knob().value(code)), after));
        }
        if (live.after() == LiveBinding.After.BACKGROUND_COMPACTION && !off) {
            autoCompaction.submit(table);
        }
    }

    /** Restores the former values; returns the tables that refused them. */
    private List<NodeFailure.NotRestored> restore(Map<TableName, String> begun) {
        List<NodeFailure.NotRestored> notRestored = new ArrayList<>();
        for (Map.Entry<TableName, String> table : begun.entrySet()) {
            try {
                String had = table.getValue();
                boolean off = autoCompaction.off(table.getKey());
                beans.set(
                        object(table.getKey()),
                        live.attributes().get(0),
                        off ? json.with(had, json.code(had).orElseThrow(), true) : had);
            } catch (NodeException refused) {
                notRestored.add(new NodeFailure.NotRestored(table.getKey().toString(), refused.failure()));
            }
        }
        return notRestored;
    }

    private KnobValue read(TableName table) throws NodeException {
        String found = present(table);
        Optional<Double> code = json.code(found);
        if (code.isPresent()) {
            return new KnobValue(
                    entry.name(), code.get(), String.valueOf(entry.knob().value(code.get())), Optional.empty());
        }
        NodeFailure problem = new NodeFailure.UnknownOption(table.toString(), found);
        return new KnobValue(entry.name(), entry.knob().defaultCode(), found, Optional.of(problem));
    }

    private String present(TableName table) throws NodeException {
        return String.valueOf(beans.get(object(table), live.attributes().get(0)));
    }

    private String object(TableName table) {
        return live.object().replace("{keyspace}", table.keyspace()).replace("{table}", table.table());
    }
}
