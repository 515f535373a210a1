package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.agent.console.KnobState;
import io.rafiki.decision.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends the tuner's work when a human says so, while the node goes on: with what it has, or with what it had before the first change, as
 * rafiki.yaml says.
 */
final class Farewell {

    private final boolean restores;
    private final Actor actor;
    private final KnobLedger knobs;
    private final Node node;
    private String stoppedBy = "";

    /** @param restores whether the node gets back what it had */
    Farewell(boolean restores, Actor actor, KnobLedger knobs, Node node) {
        this.restores = restores;
        this.actor = actor;
        this.knobs = knobs;
        this.node = node;
    }

    /** Whether the tuner is to do nothing. */
    boolean said() {
        return !stoppedBy.isEmpty();
    }

    /** Begins again. */
    void unsay() {
        stoppedBy = "";
    }

    /** That it was said and what ends it, in one phrase; empty if it was not. */
    Optional<String> problem() {
        return said() ? Optional.of("stopped by " + stoppedBy + "; resume begins again") : Optional.empty();
    }

    /**
     * Stops, and puts back what was there if that is asked for; what a human has set since stays.
     *
     * @return what became of our changes, in one line
     * @throws IllegalStateException if something could not be put back; the tuner is stopped all the same
     */
    String say(Context context) {
        stoppedBy = actor.caller();
        actor.verb("stop", restores ? "restore" : "keep");
        knobs.take(context.at());
        List<Change> ours = changes();
        if (ours.isEmpty()) {
            return "stopped; nothing of ours is in place";
        }
        if (!restores) {
            return "stopped; the node keeps " + ours;
        }
        Decided undone = actor.putBack("by " + stoppedBy + ", before the tuner stops", ours, context);
        return "stopped; " + undone.changes() + ": " + undone.readBack();
    }

    /** From what the node held at its start to what it holds of ours. */
    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (KnobState state : knobs.states()) {
            if (state.ours().filter(state.live()::equals).isPresent()
                    && !state.yaml().equals(state.live())) {
                changes.add(node.change(state.knob(), state.yaml(), state.live()));
            }
        }
        return changes;
    }
}
