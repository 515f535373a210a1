package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A knob of a configuration with its value, in terms of the catalogue.
 *
 * <p>A plan can restrict a categorical knob to some of its choices, so the codes of its configurations differ from the catalogue's. Only
 * the value is the same in both.
 *
 * @param entry entry of the catalogue
 * @param value value as a user writes it
 */
public record KnobSetting(KnobDefinition entry, Object value) {

    /** All knobs of the configuration, in its order. */
    public static List<KnobSetting> of(Configuration configuration, KnobCatalogue catalogue) {
        List<KnobSetting> all = new ArrayList<>();
        for (int i = 0; i < configuration.space().size(); i++) {
            Knob knob = configuration.space().knob(i);
            all.add(new KnobSetting(catalogue.entry(knob.name()), knob.value(configuration.code(i))));
        }
        return all;
    }

    public String name() {
        return entry.name();
    }

    /** The cassandra.yaml lines of this value. */
    public Map<String, Object> cassandraYaml() {
        return entry.cassandraYaml(code());
    }

    /** The settings that a node with this value reports, in {@code system_views.settings} or by CONFIG GET. */
    public Map<String, String> settings() {
        return entry.settings(code());
    }

    /** The value if the reported settings agree with it, otherwise the settings that differ, as text. */
    public Object effective(Map<String, String> reported) {
        Map<String, String> differing = differing(settings(), reported);
        return differing.isEmpty() ? value : differing.toString();
    }

    /** The table options of this value, each with its map. */
    public Map<String, Map<String, String>> tableOptions() {
        return entry.tableOptions(code());
    }

    /** Whether this is Cassandra's default value. */
    public boolean isDefault() {
        return code() == entry.knob().defaultCode();
    }

    /** The reported values that differ from the expected ones. */
    public static Map<String, String> differing(Map<String, String> wanted, Map<String, String> found) {
        Map<String, String> differing = new LinkedHashMap<>();
        wanted.forEach((name, value) -> {
            String other = found.get(name);
            if (other == null || !same(value, other)) {
                differing.put(name, String.valueOf(other));
            }
        });
        return differing;
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

    private double code() {
        return entry.knob().code(value);
    }
}
