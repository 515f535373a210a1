package io.rafiki.node;

import io.rafiki.reason.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One knob's present value, and why it or some of its tables cannot be tuned.
 *
 * @param code the catalogue's code of the value; the nearest one or the default if the knob is skipped
 * @param text the value as a user writes it, the node's own text for an unknown value, or {@code ?} with the obstacle
 * @param tables text of each table that may be tuned; empty for a knob of the whole node
 * @param skip why the knob keeps its value; empty if it can be tuned
 * @param groups the groups of tables of a table option; empty for a knob of the whole node
 */
public record KnobReading(
        double code,
        String text,
        Map<TableName, String> tables,
        Optional<KnobSkip> skip,
        Optional<TableGroups> groups) {

    public KnobReading {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /** The text of each part that can be written separately: of each table, or under an empty name of the node. */
    public Map<String, String> parts() {
        if (groups.isEmpty()) {
            return Map.of("", text);
        }
        Map<String, String> parts = new LinkedHashMap<>();
        tables.forEach((table, value) -> parts.put(table.toString(), value));
        return parts;
    }

    /** Why the knob, or some of its tables, keep their values. */
    public List<Reason> skips() {
        List<Reason> skips = new ArrayList<>();
        skip.ifPresent(skips::add);
        groups.ifPresent(tuned -> skips.addAll(tuned.skipped()));
        return skips;
    }
}
