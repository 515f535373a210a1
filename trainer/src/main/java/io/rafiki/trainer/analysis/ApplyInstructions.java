package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Instructions to apply a configuration to a node.
 *
 * @param cassandraYaml lines of cassandra.yaml, key to value
 * @param tables CQL statements that set table options
 * @param live commands for the knobs whose value differs from the present one
 */
public record ApplyInstructions(Map<String, Object> cassandraYaml, List<String> tables, List<String> live) {

    /**
     * The instructions by the catalogue's bindings.
     *
     * @param from the present configuration
     * @param to the new one, in the same space
     * @throws IllegalArgumentException with one line if the catalogue lacks a knob or rejects a value
     */
    public static ApplyInstructions of(KnobCatalogue catalogue, Configuration from, Configuration to) {
        Map<String, Object> yaml = new LinkedHashMap<>();
        List<String> tables = new ArrayList<>();
        List<String> live = new ArrayList<>();
        for (Map.Entry<String, Object> value : to.toMap().entrySet()) {
            KnobDefinition entry = catalogue.entry(value.getKey());
            double code = entry.knob().code(value.getValue());
            yaml.putAll(entry.cassandraYaml(code));
            entry.tableOptions(code)
                    .forEach((option, map) ->
                            tables.add("ALTER TABLE <keyspace>.<table> WITH " + option + " = " + cql(map) + ";"));
            if (!value.getValue().equals(from.get(value.getKey()))) {
                live.addAll(entry.commands(code));
            }
        }
        return new ApplyInstructions(yaml, tables, live);
    }

    private static String cql(Map<String, String> option) {
        return option.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
