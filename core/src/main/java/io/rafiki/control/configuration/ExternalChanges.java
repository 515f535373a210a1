package io.rafiki.control.configuration;

import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.control.record.TunerValues;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects changes by other clients, and keeps them over restarts.
 *
 * <p>A value by ALTER TABLE survives a restart of the node, and the tuner continues to leave it alone. A value by nodetool or JMX is lost.
 * Therefore a recorded change counts only while the node still has its value.
 */
public final class ExternalChanges {

    private record External(String value, Instant at) {}

    private final JournalWriter journal;

    /** The last change of each part (table or {@link TunerValues#NODE}), by knob. */
    private final Map<String, Map<String, External>> changes = new HashMap<>();

    /** Knobs with a change whose table was dropped. */
    private final Set<String> discarded = new HashSet<>();

    /** The last known value of each part, by knob. */
    private final Map<String, Map<String, String>> known = new HashMap<>();

    public ExternalChanges(JournalWriter journal) {
        this.journal = journal;
    }

    /** Replays an entry of the journal. */
    void replay(JournalRecord entry) {
        String knob = String.valueOf(entry.content().get("knob"));
        if (entry.kind() == RecordType.EXTERNAL_CHANGE) {
            External change = new External(String.valueOf(entry.content().get("value")), entry.at());
            Map<String, External> parts = changes.computeIfAbsent(knob, none -> new HashMap<>());
            tables(entry).forEach(part -> parts.put(part, change));
        } else if (entry.kind() == RecordType.WRITE && changes.containsKey(knob)) {
            changes.get(knob).keySet().removeAll(tables(entry));
        }
    }

    private static List<String> tables(JournalRecord entry) {
        return entry.content().get("tables") instanceof Collection<?> tables && !tables.isEmpty()
                ? tables.stream().map(String::valueOf).toList()
                : List.of(TunerValues.NODE);
    }

    /**
     * Compares the present values with the last known ones, and records the difference. A new part is no change. An unknown value keeps the former
     * one.
     *
     * @param parts present value of each part
     * @param now time of the reading
     * @return whether another client changed a part
     */
    boolean detect(String knob, Map<String, String> parts, Instant now, ControlLog log) {
        Map<String, String> seen = known.computeIfAbsent(knob, none -> new HashMap<>());
        Map<String, List<String>> changed = new LinkedHashMap<>();
        seen.keySet().retainAll(parts.keySet());
        parts.forEach((part, value) -> {
            if (!KnobHistory.isUnknown(value)) {
                String former = seen.put(part, value);
                if (former != null && !former.equals(value)) {
                    changed.computeIfAbsent(value, none -> new ArrayList<>()).add(part);
                    log.info(knob + " was set from " + former + " to " + value
                            + (part.equals(TunerValues.NODE) ? "" : " on " + part) + ", not by rafiki");
                }
            }
        });
        changed.forEach((value, some) -> add(knob, new External(value, now), some));
        return !changed.isEmpty();
    }

    /** Removes dropped tables. One with the same name that exists later is new, until the agent restarts. */
    public void discard(Set<String> tables) {
        known.values().forEach(parts -> parts.keySet().removeAll(tables));
        changes.forEach((knob, parts) -> {
            if (parts.keySet().removeAll(tables)) {
                discarded.add(knob);
            }
        });
    }

    /** Whether a change of the knob was removed since the last call. The others may still be in place. */
    boolean hasForgotten(String knob) {
        return discarded.remove(knob);
    }

    /** Accepts a value of the tuner. */
    public void accept(String knob, String part, String value) {
        known.computeIfAbsent(knob, none -> new HashMap<>()).put(part, value);
        changes.computeIfAbsent(knob, none -> new HashMap<>()).remove(part);
    }

    /** Records a change of some parts to one value. */
    private void add(String knob, External change, List<String> parts) {
        Map<String, External> all = changes.computeIfAbsent(knob, none -> new HashMap<>());
        parts.forEach(part -> all.put(part, change));
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("knob", knob);
        content.put("value", change.value());
        List<String> tables =
                parts.stream().filter(part -> !part.equals(TunerValues.NODE)).toList();
        if (!tables.isEmpty()) {
            content.put("tables", tables);
        }
        try {
            journal.write(RecordType.EXTERNAL_CHANGE, "", content);
        } catch (IOException e) {
            // the status shows the journal's problem
        }
    }

    /**
     * The time of the last recorded change that is still in place; empty if there is none.
     *
     * @param parts present value of each part
     */
    Optional<Instant> stillInPlace(String knob, Map<String, String> parts) {
        return changes.getOrDefault(knob, Map.of()).entrySet().stream()
                .filter(part -> part.getValue().value().equals(parts.get(part.getKey())))
                .map(part -> part.getValue().at())
                .max(Instant::compareTo);
    }
}
