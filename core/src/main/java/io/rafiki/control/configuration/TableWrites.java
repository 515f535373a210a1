package io.rafiki.control.configuration;

import io.rafiki.decision.Change;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.node.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tuner's writes of table options: the last value of each table, and the value before the tuner's writes. After another client's write,
 * the client's value is the one before. Thread-safe.
 */
final class TableWrites {

    private final KnobCatalogue catalogue;
    private final Map<String, Map<TableName, Written>> written = new ConcurrentHashMap<>();

    private record Written(Object original, Object last) {

        /** After another client's write, its value is the original one. A write that is repeated changes nothing. */
        Written then(Written next) {
            boolean continues = next.original().equals(last) || next.last().equals(last);
            return continues ? new Written(original, next.last()) : next;
        }
    }

    TableWrites(KnobCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Records a write before it is made. */
    void add(String knob, Object from, Object to, List<TableName> tables) {
        Map<TableName, Written> of = written.computeIfAbsent(knob, none -> new ConcurrentHashMap<>());
        tables.forEach(table -> of.merge(table, new Written(from, to), Written::then));
    }

    /** Whether the tuner has written a knob on each of some tables. */
    boolean contain(String knob, List<TableName> tables) {
        return written.getOrDefault(knob, Map.of()).keySet().containsAll(tables);
    }

    /** Removes dropped tables. A later table with the same name has no value of the tuner. */
    void discard(Set<String> tables) {
        written.values().forEach(of -> of.keySet().removeIf(table -> tables.contains(table.toString())));
    }

    /** The changes from the original values to the last ones. */
    List<Change> changes(String knob) {
        Map<Written, List<String>> tables = new LinkedHashMap<>();
        written.getOrDefault(knob, Map.of()).entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(TableName::toString)))
                .filter(table ->
                        !table.getValue().original().equals(table.getValue().last()))
                .forEach(table -> tables.computeIfAbsent(table.getValue(), none -> new ArrayList<>())
                        .add(table.getKey().toString()));
        KnobDefinition entry = catalogue.entry(knob);
        List<Change> changes = new ArrayList<>();
        tables.forEach((write, some) -> changes.add(new Change(
                knob,
                write.original(),
                write.last(),
                entry.costOf(entry.knob().code(write.original()), entry.knob().code(write.last())),
                some)));
        return changes;
    }
}
