package io.rafiki.cluster;

import io.rafiki.learning.MeasuredEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tuner of a node as a roll-out changes it. All calls are idempotent, and may last seconds. */
public interface RolloutTarget {

    /** The result of an order at the node. */
    enum Outcome {
        /** It is executed, and the node has settled. */
        DONE,
        /** It is under way, or refused for now. The order is repeated. */
        PENDING,
        /** The node can never make the change permanent. The change stays. */
        REFUSED,
        /** The node could not execute it, and undid it. */
        FAILED
    }

    /**
     * An answer.
     *
     * @param detail one line; empty without one
     */
    record Answer(Outcome outcome, String detail) {}

    /**
     * Writes an operator's command for the cluster to the node's log and journal.
     *
     * @param verb such as {@code cluster rollback}
     * @param argument as far as the command has one
     */
    void record(String verb, String argument, String by);

    /** The highest epoch and the highest roll-out of the orders that it has accepted; a restart does not change them. */
    OrderNumber highestOrder();

    /** Why the node cannot be changed now, such as its health or its mode; empty if it can. */
    Optional<String> problem();

    /** The pending proposal of the tuner, without a search; without one, the change to explore if exploration is on. For one thread. */
    Optional<ProposedChange> proposed();

    /**
     * An operator's own change for all nodes.
     *
     * @param values new value of each knob, as a user writes it
     * @param tables tables whose options change; empty for those that are tuned
     * @throws IllegalArgumentException with one line, if the catalogue does not allow it, or this node has the values already
     */
    ProposedChange given(Map<String, String> values, List<String> tables);

    /**
     * Makes the change of a roll-out.
     *
     * @param epoch of the leader that ordered it; a lower one than before is refused
     */
    Answer apply(RolloutPlan plan, long epoch);

    /** The failure of a change is reported, so that the next order to make it is a new one. Until then an order is a repeated one. */
    void reported(RolloutPlan plan);

    /** Undoes the change of a roll-out. */
    Answer undo(RolloutPlan plan, long epoch);

    /**
     * Makes the present values of a roll-out's knobs outlast a restart, after the change or after its undo.
     *
     * @param altersTables whether this node changes the schema for all nodes, if options of tables are among them
     */
    Answer save(RolloutPlan plan, long epoch, boolean altersTables);

    /**
     * Corrects the model of the tuner.
     *
     * @param effects the measured effects of the last roll-outs, in chronological order; also those that it has already
     */
    void learn(List<MeasuredEffect> effects);

    /** Whether the change of a roll-out is in place on a node. */
    enum Presence {
        PRESENT,
        /** The node restarted, or never had it. */
        ABSENT,
        /** The node undid it, because it became slower, or by its operator's command. */
        UNDONE
    }

    /** Whether the node has the values of a change. Values that another client set since count as present. */
    Presence presence(RolloutPlan plan);
}
