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
    private final Orders orders;

    /** @param restores whether the node gets back what it had */
    Farewell(boolean restores, Actor actor, KnobLedger knobs, Node node, Orders orders) {
        this.restores = restores;
        this.actor = actor;
        this.knobs = knobs;
        this.node = node;
        this.orders = orders;
    }

    /**
     * Stops, and puts back what was there if that is asked for; what a human has set since stays.
     *
     * @return what became of our changes, in one line
     * @throws IllegalStateException if something could not be put back; the tuner is stopped all the same
     */
    String say(Context context) {
        orders.stop(actor.caller());
        actor.verb("stop", restores ? "restore" : "keep");
        knobs.take(context.at());
        List<Change> ours = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (KnobState state : knobs.states()) {
            state.ours().filter(value -> isInPlace(state)).ifPresent(value -> {
                try {
                    ours.add(node.change(state.knob(), state.yaml(), value));
                } catch (IllegalArgumentException unknown) {
                    // cassandra.yaml may hold what the catalogue does not know
                    left.add(state.knob() + " stays at " + value + ", for " + unknown.getMessage());
                }
            });
        }
        String rest = left.isEmpty() ? "" : "; " + String.join("; ", left);
        if (ours.isEmpty()) {
            return "stopped; " + (left.isEmpty() ? "nothing of ours is in place" : String.join("; ", left));
        }
        if (!restores) {
            return "stopped; the node keeps " + ours + rest;
        }
        Decided undone = actor.restore("by " + actor.caller() + ", before the tuner stops", ours, context);
        return "stopped; " + undone.changes() + ": " + undone.readBack() + rest;
    }

    /** Whether the node holds what the tuner has put there, and not what it held at its start; so it may where tables disagree by now. */
    private static boolean isInPlace(KnobState state) {
        return !state.ours().equals(Optional.of(state.yaml()))
                && (state.ours().equals(Optional.of(state.live())) || KnobLedger.isUnknown(state.live()));
    }
}
