package io.rafiki.node;

import io.rafiki.knob.Configuration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A node's configuration as far as it can be tuned.
 *
 * <p>A skipped knob keeps its value in the node. Here it has the nearest value of the space or, if there is none, its default. Predictions
 * assume that value. The relative gain of another knob is therefore less certain the more it depends on the skipped knob.
 *
 * @param values a value for every knob
 * @param skipped why some knobs keep their values
 * @param groups the tuned tables of each table option
 */
public record NodeConfiguration(Configuration values, List<KnobSkip> skipped, Map<String, TableGroup> groups) {

    public NodeConfiguration {
        skipped = List.copyOf(skipped);
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    }

    /** The names of the skipped knobs. */
    public Set<String> skippedKnobs() {
        Set<String> names = new LinkedHashSet<>();
        skipped.forEach(skip -> names.add(skip.knob()));
        return names;
    }

    /** Whether no knob is left to tune. */
    public boolean isUnknown() {
        return skipped.size() == values.space().size();
    }
}
