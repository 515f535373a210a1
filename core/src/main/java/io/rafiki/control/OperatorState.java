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

    /** Whether an operator gave a command since the start. The journal's past is older, whenever it is read. */
    private boolean commanded;

    /** Replays an entry of the journal. */
    void replay(JournalRecord entry) {
        if (commanded || entry.kind() != RecordType.VERB) {
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
                // does not outlast a restart
            }
        }
    }

    void pause(String reason) {
        commanded = true;
        paused = reason;
    }

    void stop(String by) {
        commanded = true;
        stoppedBy = by;
    }

    void resume() {
        commanded = true;
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
