package io.rafiki.trainer.collect;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.Layout;
import io.rafiki.trainer.trial.SetKnob;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which layout of the data a configuration is measured on: its table options, those left out that a plain table has anyway. */
public final class Layouts {

    private Layouts() {}

    /** The layout of one configuration. */
    public static Layout of(Configuration configuration, KnobCatalogue catalogue) {
        String name = Layout.USUAL.name();
        Map<String, String> compaction = Layout.USUAL.compaction();
        Map<String, Map<String, String>> others = new TreeMap<>();
        for (SetKnob knob : SetKnob.of(configuration, catalogue)) {
            for (Map.Entry<String, Map<String, String>> option :
                    knob.tableOptions().entrySet()) {
                if (option.getKey().equals(Layout.COMPACTION)) {
                    name = knob.value().toString();
                    compaction = option.getValue();
                } else if (!knob.isDefault()) {
                    others.put(option.getKey(), new TreeMap<>(option.getValue()));
                }
            }
        }
        StringBuilder all = new StringBuilder(name);
        others.forEach((option, values) ->
                all.append(' ').append(option).append(' ').append(String.join(" ", values.values())));
        return new Layout(all.toString(), compaction, others);
    }

    /** All that these configurations need, each once, in their order. */
    static Set<Layout> all(List<Configuration> configurations, KnobCatalogue catalogue) {
        Set<Layout> layouts = new LinkedHashSet<>();
        configurations.forEach(configuration -> layouts.add(of(configuration, catalogue)));
        return layouts;
    }
}
