package io.rafiki.trainer.trial;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.CassandraProcess;
import io.rafiki.trainer.datastore.Cql;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.NodeManagement;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

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
        for (SetKnob knob : SetKnob.of(proposed, catalogue)) {
            Map<String, ?> wanted =
                    knob.tableOption().isPresent() ? knob.tableOption().get() : knob.cassandraYaml();
            Map<String, String> found = new LinkedHashMap<>(knob.tableOption().isPresent() ? compaction : settings);
            if (!agree(wanted, found)) {
                found.keySet().retainAll(wanted.keySet());
            }
            effective.put(knob.name(), agree(wanted, found) ? knob.value() : found.toString());
        }
        return effective;
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
