package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A knob of a configuration with its value, in the catalogue's terms.
 *
 * <p>A plan may narrow a categorical knob to some of its choices; the codes of its configurations then are not the catalogue's. Only
 * the value is the same in both.
 *
 * @param entry of the catalogue
 * @param value as a user writes it
 */
public record SetKnob(KnobEntry entry, Object value) {

    /** All knobs of the configuration, in its order. */
    public static List<SetKnob> of(Configuration configuration, KnobCatalogue catalogue) {
        List<SetKnob> all = new ArrayList<>();
        for (int i = 0; i < configuration.space().size(); i++) {
            Knob knob = configuration.space().knob(i);
            all.add(new SetKnob(catalogue.entry(knob.name()), knob.value(configuration.code(i))));
        }
        return all;
    }

    public String name() {
        return entry.name();
    }

    /** The lines of cassandra.yaml that give a node this value. */
    public Map<String, Object> cassandraYaml() {
        return entry.cassandraYaml(code());
    }

    /** What a node that was started with this value says of it in {@code system_views.settings}. */
    Map<String, String> settings() {
        return entry.settings(code());
    }

    /** The table options, each with its map, that a table needs for this value. */
    public Map<String, Map<String, String>> tableOptions() {
        return entry.tableOptions(code());
    }

    /** Whether a node has this value when nobody sets it. */
    public boolean isDefault() {
        return code() == entry.knob().defaultCode();
    }

    private double code() {
        return entry.knob().code(value);
    }
}
