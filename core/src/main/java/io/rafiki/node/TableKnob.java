package io.rafiki.node;

import io.rafiki.knob.KnobEntry;
import io.rafiki.knob.Live;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A knob that is an option of tables; it is set on all given tables or on none. */
final class TableKnob implements NodeKnob {

    private final MBeans beans;
    private final KnobEntry entry;
    private final Live live;
    private final OptionJson json;
    private final AutoCompaction autoCompaction;

    TableKnob(MBeans beans, KnobEntry entry, Live live) {
        this.beans = beans;
        this.entry = entry;
        this.live = live;
        this.json = new OptionJson(entry, live);
        this.autoCompaction = new AutoCompaction(beans);
    }

    @Override
    public Reading read(List<TableName> tables) throws NodeException {
        Reading first = null;
        for (TableName table : tables) {
            Reading reading = read(table);
            if (!reading.exact()) {
                return reading;
            }
            if (first != null && first.code() != reading.code()) {
                String problem = "expected one value on all tables, found " + first.found() + " on " + tables.get(0)
                        + " and " + reading.found() + " on " + table;
                return new Reading(entry.name(), first.code(), "", Optional.of(problem));
            }
            first = first == null ? reading : first;
        }
        return first != null
                ? first
                : new Reading(
                        entry.name(), entry.knob().defaultCode(), "", Optional.of("there is no table to read it from"));
    }

    @Override
    public void write(double code, List<TableName> tables) throws NodeException {
        Map<TableName, String> before = new LinkedHashMap<>();
        for (TableName table : tables) {
            Reading reading = read(table);
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
                throw new NodeException(table + ": " + refused.getMessage() + restored(begun), refused);
            }
        }
    }

    private void write(TableName table, String present, double code) throws NodeException {
        if (json.code(present).filter(now -> now == code).isPresent()) {
            return;
        }
        boolean off = autoCompaction.off(table);
        beans.set(object(table), live.attributes().get(0), json.with(present, code, off));
        String after = present(table);
        if (json.code(after).filter(now -> now == code).isEmpty()) {
            throw new NodeException("wrote " + entry.knob().value(code) + ", but the node says " + after);
        }
        if (live.after() == Live.After.BACKGROUND_COMPACTION && !off) {
            autoCompaction.submit(table);
        }
    }

    /** Gives the tables back what they had; says in words what came of it. */
    private String restored(Map<TableName, String> begun) {
        StringBuilder lost = new StringBuilder();
        for (Map.Entry<TableName, String> table : begun.entrySet()) {
            try {
                String had = table.getValue();
                boolean off = autoCompaction.off(table.getKey());
                beans.set(
                        object(table.getKey()),
                        live.attributes().get(0),
                        off ? json.with(had, json.code(had).orElseThrow(), true) : had);
            } catch (NodeException refused) {
                lost.append("; could not restore ")
                        .append(table.getKey())
                        .append(": ")
                        .append(refused.getMessage());
            }
        }
        return lost.isEmpty() ? " (all tables keep their former value)" : lost.toString();
    }

    private Reading read(TableName table) throws NodeException {
        String found = present(table);
        Optional<Double> code = json.code(found);
        if (code.isPresent()) {
            return new Reading(
                    entry.name(), code.get(), String.valueOf(entry.knob().value(code.get())), Optional.empty());
        }
        String problem = "expected a value that the catalogue knows on " + table + ", found " + found
                + ". Exclude the table, or add the value to the catalogue";
        return new Reading(entry.name(), entry.knob().defaultCode(), found, Optional.of(problem));
    }

    private String present(TableName table) throws NodeException {
        return String.valueOf(beans.get(object(table), live.attributes().get(0)));
    }

    private String object(TableName table) {
        return live.object().replace("{keyspace}", table.keyspace()).replace("{table}", table.table());
    }
}
