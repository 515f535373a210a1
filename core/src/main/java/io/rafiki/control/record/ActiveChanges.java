package io.rafiki.control.record;

import io.rafiki.journal.JournalRecord;
import java.util.List;
import java.util.Optional;

/** The changes that were in place when the journal ended. A restart of the node loses live changes. */
final class ActiveChanges {

    private final TunerValues standing = new TunerValues();
    private boolean undone;

    /** Replays an entry of the journal. */
    void replay(JournalRecord entry) {
        String knob = String.valueOf(entry.content().get("knob"));
        String to = String.valueOf(entry.content().get("to"));
        List<String> tables = DecisionJson.texts(entry.content().get("tables"));
        switch (entry.kind()) {
            case START -> {
                undone = isUndone();
                standing.clear();
            }
            case WRITE -> {
                undone = false;
                standing.write(knob, tables, to);
            }
            case ROLLBACK -> standing.rollBack(knob, tables, to);
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
        return Optional.of(standing.text()).filter(text -> !text.isEmpty());
    }
}
