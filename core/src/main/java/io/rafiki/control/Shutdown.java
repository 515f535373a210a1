package io.rafiki.control;

import io.rafiki.control.ChangeOutcome.KnobStuck;
import io.rafiki.control.StopResult.StoppedKeeping;
import io.rafiki.control.StopResult.StoppedRestored;
import io.rafiki.control.StopResult.StoppedUnchanged;
import io.rafiki.decision.Change;
import io.rafiki.node.NodeFailure.ValueNotAllowed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stops the tuner on an operator's command. The node keeps its present values or gets those from before the first change, as
 * {@code on_stop} requires.
 */
final class Shutdown {

    private final boolean restores;
    private final DecisionExecutor actor;
    private final KnobHistory knobs;
    private final TunedNode node;
    private final OperatorState orders;

    /** @param restores whether the former values are restored */
    Shutdown(boolean restores, DecisionExecutor actor, KnobHistory knobs, TunedNode node, OperatorState orders) {
        this.restores = restores;
        this.actor = actor;
        this.knobs = knobs;
        this.node = node;
        this.orders = orders;
    }

    /**
     * Stops, and restores the former values if that is configured. Knobs that another client changed keep their values.
     *
     * @return the state of the node
     * @throws io.rafiki.reason.ReasonException if something could not be restored; the tuner is stopped anyway
     */
    StopResult stop(DecisionContext context) {
        orders.stop(actor.caller());
        actor.verb("stop", restores ? "restore" : "keep");
        knobs.acceptCurrent(context.at());
        List<Change> ours = new ArrayList<>();
        List<KnobStuck> stuck = new ArrayList<>();
        for (KnobState state : knobs.states()) {
            state.ours().filter(value -> isInPlace(state)).ifPresent(value -> {
                try {
                    ours.add(node.change(state.knob(), state.yaml(), value));
                } catch (IllegalArgumentException e) {
                    // cassandra.yaml may contain a value outside the catalogue
                    stuck.add(new KnobStuck(state.knob(), state.yaml(), new ValueNotAllowed(e.getMessage())));
                }
            });
        }
        if (ours.isEmpty()) {
            return new StoppedUnchanged(stuck);
        }
        if (!restores) {
            return new StoppedKeeping(ours, stuck);
        }
        DecisionRecord undone = actor.restore(ours, context);
        return new StoppedRestored(undone.changes(), undone.readBack().orElseThrow(), stuck);
    }

    /** Whether the node holds the tuner's value and not that of its start. It may do so if tables disagree. */
    private static boolean isInPlace(KnobState state) {
        return !state.ours().equals(Optional.of(state.yaml()))
                && (state.ours().equals(Optional.of(state.live())) || KnobHistory.isUnknown(state.live()));
    }
}
