package io.rafiki.trainer.campaign;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.trial.KnobSetting;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Derives the data layout from a configuration: its table options, without those of a plain table. */
public final class DataLayouts {

    private DataLayouts() {}

    public static Layout of(Configuration configuration, KnobCatalogue catalogue) {
        String name = Layout.USUAL.name();
        Map<String, String> compaction = Layout.USUAL.compaction();
        Map<String, Map<String, String>> others = new TreeMap<>();
        for (KnobSetting knob : KnobSetting.of(configuration, catalogue)) {
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

    /** All layouts of these configurations without duplicates, in order. */
    static Set<Layout> all(List<Configuration> configurations, KnobCatalogue catalogue) {
        Set<Layout> layouts = new LinkedHashSet<>();
        configurations.forEach(configuration -> layouts.add(of(configuration, catalogue)));
        return layouts;
    }
}
