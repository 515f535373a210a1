package io.rafiki.cluster;

import java.util.Optional;

/** The tuner of a node as a roll-out changes it. All calls are idempotent, and may last seconds. */
public interface RolloutTarget {

    /** The result of an order at the node. */
    enum Outcome {
        /** It is executed, and the node has settled. */
        DONE,
        /** It is under way, or refused for now. The order is repeated. */
        PENDING,
        /** The node could not execute it, and undid it. */
        FAILED
    }

    /**
     * An answer.
     *
     * @param detail one line; empty without one
     */
    record Answer(Outcome outcome, String detail) {}

    /** Why the node cannot be changed now, such as its health or its mode; empty if it can. */
    Optional<String> problem();

    /** The pending proposal of the tuner, without a search. */
    Optional<ProposedChange> proposed();

    /**
     * Makes the change of a roll-out.
     *
     * @param epoch of the leader that ordered it; a lower one than before is refused
     */
    Answer apply(RolloutPlan plan, long epoch);

    /** Undoes the change of a roll-out. */
    Answer undo(RolloutPlan plan, long epoch);

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
