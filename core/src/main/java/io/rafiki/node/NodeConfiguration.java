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
 * @param groups the tuned groups of each table option, busiest first; the values above are those of the first groups
 */
public record NodeConfiguration(Configuration values, List<KnobSkip> skipped, Map<String, List<TableGroup>> groups) {

    public NodeConfiguration {
        skipped = List.copyOf(skipped);
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    }

    /**
     * The configuration of one group of tables: the values of the other knobs are the same.
     *
     * @throws IllegalArgumentException if the space lacks the group's value
     */
    public NodeConfiguration of(String knob, TableGroup group) {
        return new NodeConfiguration(values.with(knob, group.value().found()), skipped, Map.of(knob, List.of(group)));
    }

    /** The tables of the first group of each table option. */
    public List<TableName> tables() {
        return groups.values().stream()
                .flatMap(all -> all.stream().limit(1))
                .flatMap(group -> group.tables().stream())
                .distinct()
                .toList();
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
