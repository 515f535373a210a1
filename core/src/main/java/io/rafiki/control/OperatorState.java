package io.rafiki.control;

import io.rafiki.control.Problem.Stopped;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.util.Optional;

/**
 * A pause or a stop that an operator has not ended by {@code resume}. The journal records the commands, so that both outlast a
 * restart of the node.
 */
final class OperatorState {

    private String paused;
    private String stoppedBy;

    /** Whether a human has spoken since the start: what the journal's past holds is older, whenever it can be read. */
    private boolean spoken;

    /** Takes an entry of the journal's past. */
    void replay(JournalRecord entry) {
        if (spoken || entry.kind() != RecordType.VERB) {
            return;
        }
        switch (String.valueOf(entry.content().get("verb"))) {
            case "pause" -> paused = String.valueOf(entry.content().get("argument"));
            case "stop" -> stoppedBy = String.valueOf(entry.content().get("by"));
            case "resume" -> {
                paused = null;
                stoppedBy = null;
            }
            default -> {
                // does not last
            }
        }
    }

    void pause(String reason) {
        spoken = true;
        paused = reason;
    }

    void stop(String by) {
        spoken = true;
        stoppedBy = by;
    }

    void resume() {
        spoken = true;
        paused = null;
        stoppedBy = null;
    }

    /** The operator's reason for the pause; empty if the tuner is not paused. */
    Optional<String> paused() {
        return Optional.ofNullable(paused);
    }

    /** The operator who stopped the tuner; empty if it is not stopped. */
    Optional<Stopped> stopped() {
        return Optional.ofNullable(stoppedBy).map(Stopped::new);
    }
}
