package io.rafiki.agent;

import io.rafiki.journal.Entry;
import io.rafiki.journal.Kind;
import java.util.Optional;

/**
 * What a human has ordered and not ended by {@code resume}: to hold, or to stop. The verbs stand in the journal, so that a restart of
 * the node forgets neither.
 */
final class Orders {

    private String held;
    private String stoppedBy;

    /** Whether a human has spoken since the start: what the journal's past holds is older, whenever it can be read. */
    private boolean spoken;

    /** Takes an entry of the journal's past. */
    void recall(Entry entry) {
        if (spoken || entry.kind() != Kind.VERB) {
            return;
        }
        switch (String.valueOf(entry.content().get("verb"))) {
            case "hold" -> held = String.valueOf(entry.content().get("argument"));
            case "stop" -> stoppedBy = String.valueOf(entry.content().get("by"));
            case "resume" -> {
                held = null;
                stoppedBy = null;
            }
            default -> {
                // does not last
            }
        }
    }

    void hold(String reason) {
        spoken = true;
        held = reason;
    }

    void stop(String by) {
        spoken = true;
        stoppedBy = by;
    }

    void resume() {
        spoken = true;
        held = null;
        stoppedBy = null;
    }

    /** Why nothing is to be decided; empty if it may. */
    Optional<String> held() {
        return Optional.ofNullable(held);
    }

    /** That the tuner is to do nothing, who said so and what ends it, in one phrase; empty if it is not. */
    Optional<String> stopped() {
        return Optional.ofNullable(stoppedBy).map(by -> "stopped by " + by + "; resume begins again");
    }
}
