package io.rafiki.agent;

import io.rafiki.journal.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What of our changes stood in the node when the journal ended. Live changes are lost when a node starts again. */
final class Standing {

    private Standing() {}

    /** The knobs and our values, in one phrase; empty if the node ended with its own. */
    static Optional<String> of(List<Entry> past) {
        Map<String, String> standing = new LinkedHashMap<>();
        for (Entry entry : past) {
            String knob = String.valueOf(entry.content().get("knob"));
            switch (entry.kind()) {
                case START -> standing.clear();
                case WRITE -> standing.put(knob, String.valueOf(entry.content().get("to")));
                case ROLLBACK -> standing.remove(knob);
                default -> {
                    // nothing was written by it
                }
            }
        }
        return standing.isEmpty()
                ? Optional.empty()
                : Optional.of(standing.entrySet().stream()
                        .map(knob -> knob.getKey() + " " + knob.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
