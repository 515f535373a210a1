package io.rafiki.trainer.trial;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobEntry;
import io.rafiki.trainer.datastore.CassandraProcess;
import io.rafiki.trainer.datastore.Cql;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.NodeManagement;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a running node says about the knobs that it was started with: {@code system_views.settings}, and compaction over JMX. */
final class EffectiveKnobs {

    private static final JsonMapper JSON = new JsonMapper();

    private EffectiveKnobs() {}

    /** Knob to the proposed value where the node agrees, else to what the node says instead. */
    static Map<String, Object> read(CassandraProcess node, KnobCatalogue catalogue, Configuration proposed)
            throws IOException {
        Map<String, String> settings;
        try (Cql cql = Cql.connect(node)) {
            settings = cql.settings();
        }
        Map<String, String> compaction = compaction(node);
        Map<String, Object> effective = new LinkedHashMap<>();
        for (int i = 0; i < proposed.space().size(); i++) {
            KnobEntry entry = catalogue.entry(proposed.space().knob(i).name());
            double code = proposed.code(i);
            Optional<Map<String, String>> option = entry.tableOption(code);
            boolean agreed =
                    option.isPresent() ? agree(option.get(), compaction) : agree(entry.cassandraYaml(code), settings);
            effective.put(
                    entry.name(),
                    agreed ? entry.knob().value(code) : found(option.isPresent() ? compaction : settings, entry, code));
        }
        return effective;
    }

    private static Object found(Map<String, String> all, KnobEntry entry, double code) {
        Map<String, String> found = new LinkedHashMap<>(all);
        if (entry.tableOption(code).isEmpty()) {
            found.keySet().retainAll(entry.cassandraYaml(code).keySet());
        }
        return found.toString();
    }

    private static Map<String, String> compaction(CassandraProcess node) throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        try (NodeManagement management = node.management()) {
            JSON.readTree(management.compaction(DatasetStore.KEYSPACE, DatasetStore.TABLE))
                    .properties()
                    .forEach(option ->
                            options.put(option.getKey(), option.getValue().asText()));
        }
        return options;
    }

    private static boolean agree(Map<String, ?> wanted, Map<String, String> found) {
        return wanted.entrySet().stream().allMatch(entry -> {
            String value = found.get(entry.getKey());
            return value != null && same(String.valueOf(entry.getValue()), value);
        });
    }

    private static boolean same(String wanted, String found) {
        if (wanted.equals(found) || found.endsWith("." + wanted)) {
            return true;
        }
        try {
            double number = Double.parseDouble(wanted);
            return Math.abs(number - Double.parseDouble(found)) <= 1e-6 * Math.abs(number);
        } catch (NumberFormatException notNumbers) {
            return false;
        }
    }
}
