package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What of our changes stood in the node when the journal ended. Live changes are lost when a node starts again. */
final class ActiveChanges {

    private final Map<String, String> standing = new LinkedHashMap<>();

    /** What stood there before the last change of a knob. */
    private final Map<String, String> former = new HashMap<>();

    /** Takes an entry of the journal's past. */
    void replay(JournalRecord entry) {
        String knob = String.valueOf(entry.content().get("knob"));
        String to = String.valueOf(entry.content().get("to"));
        switch (entry.kind()) {
            case START -> {
                standing.clear();
                former.clear();
            }
            case WRITE -> former.put(knob, standing.put(knob, to));
            case ROLLBACK -> {
                if (to.equals(former.remove(knob))) {
                    standing.put(knob, to);
                } else {
                    standing.remove(knob);
                }
            }
            default -> {
                // nothing was written by it
            }
        }
    }

    /** The knobs and our values, in one phrase; empty if the node ended with its own. */
    Optional<String> text() {
        return standing.isEmpty()
                ? Optional.empty()
                : Optional.of(standing.entrySet().stream()
                        .map(knob -> knob.getKey() + " " + knob.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
