package io.rafiki.control;

import io.rafiki.control.Problem.Stopped;
import io.rafiki.decision.ChangeCounts;
import java.util.Optional;

/**
 * The state that is restored from the journal.
 *
 * @param paused the operator's reason for a pause that no resume has ended
 * @param stopped a stop that no resume has ended
 * @param interrupted the decision that the node's stop interrupted
 * @param lost live changes that the restart undid, as text
 */
record JournalPast(
        Decisions decisions,
        Outcomes outcomes,
        ChangeCounts spent,
        Optional<String> paused,
        Optional<Stopped> stopped,
        Optional<String> interrupted,
        Optional<String> lost) {

    /** The past of a new journal. */
    static final JournalPast NONE = new JournalPast(
            Decisions.NONE,
            Outcomes.NONE,
            ChangeCounts.NOTHING,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
}
