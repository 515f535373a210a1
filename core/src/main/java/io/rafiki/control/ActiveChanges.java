package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The changes that were in place when the journal ended. A restart of the node loses live changes. */
final class ActiveChanges {

    private final Map<String, String> standing = new LinkedHashMap<>();

    /** The tuner's value of a knob before the last change of the knob. */
    private final Map<String, String> former = new HashMap<>();

    private boolean undone;

    /** Replays an entry of the journal. */
    void replay(JournalRecord entry) {
        String knob = String.valueOf(entry.content().get("knob"));
        String to = String.valueOf(entry.content().get("to"));
        switch (entry.kind()) {
            case START -> {
                undone = isUndone();
                standing.clear();
                former.clear();
            }
            case WRITE -> {
                undone = false;
                former.put(knob, standing.put(knob, to));
            }
            case ROLLBACK -> {
                if (to.equals(former.remove(knob))) {
                    standing.put(knob, to);
                } else {
                    standing.remove(knob);
                }
            }
            default -> {
                // changes no knob
            }
        }
    }

    /** Whether a restart undid changes, and the tuner has changed nothing since. */
    boolean isUndone() {
        return undone || !standing.isEmpty();
    }

    /** The knobs with the tuner's values; empty if there are none. */
    Optional<String> text() {
        return standing.isEmpty()
                ? Optional.empty()
                : Optional.of(standing.entrySet().stream()
                        .map(knob -> knob.getKey() + " " + knob.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
