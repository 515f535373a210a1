package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.trial.KnobSetting;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The knob values that a running node reports: {@code system_views.settings}, the table's options, and compaction over JMX. */
final class EffectiveKnobs {

    private static final JsonMapper JSON = new JsonMapper();

    private EffectiveKnobs() {}

    /** Maps each knob to the proposed value if the node agrees, otherwise to the reported value. */
    static Map<String, Object> read(Node node, KnobCatalogue catalogue, Configuration proposed) throws IOException {
        Map<String, String> settings;
        Map<String, Map<String, String>> options = new LinkedHashMap<>();
        List<KnobSetting> knobs = KnobSetting.of(proposed, catalogue);
        try (CqlClient cql = CqlClient.connect(node)) {
            settings = cql.settings();
            for (String option : options(knobs)) {
                options.put(
                        option,
                        option.equals(Layout.COMPACTION)
                                ? compaction(node)
                                : cql.tableOption(DatasetStore.KEYSPACE, DatasetStore.TABLE, option));
            }
        }
        Map<String, Object> effective = new LinkedHashMap<>();
        for (KnobSetting knob : knobs) {
            Map<String, String> differing = KnobSetting.differing(knob.settings(), settings);
            knob.tableOptions()
                    .forEach((option, wanted) -> differing.putAll(KnobSetting.differing(wanted, options.get(option))));
            effective.put(knob.name(), differing.isEmpty() ? knob.value() : differing.toString());
        }
        return effective;
    }

    private static Set<String> options(List<KnobSetting> knobs) {
        Set<String> options = new LinkedHashSet<>();
        knobs.forEach(knob -> options.addAll(knob.tableOptions().keySet()));
        return options;
    }

    private static Map<String, String> compaction(Node node) throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        try (NodeJmxClient management = node.management()) {
            JSON.readTree(management.compaction(DatasetStore.KEYSPACE, DatasetStore.TABLE))
                    .properties()
                    .forEach(option ->
                            options.put(option.getKey(), option.getValue().asText()));
        }
        return options;
    }
}
