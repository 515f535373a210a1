package io.rafiki.control.record;

import io.rafiki.cluster.OrderNumber;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.journal.JournalRecord;
import java.util.List;
import java.util.Optional;

/**
 * The state that is restored from the journal.
 *
 * @param paused the operator's reason for a pause that no resume has ended
 * @param stopped a stop that no resume has ended
 * @param interrupted the decision that the node's stop interrupted
 * @param lost live changes that the restart undid, as text
 * @param undone whether a restart undid changes, and the tuner has changed nothing since
 * @param external entries about changes by other clients
 * @param highestOrder highest epoch and highest roll-out of the orders of leaders
 */
public record JournalPast(
        Decisions decisions,
        Outcomes outcomes,
        ChangeCounts spent,
        Optional<String> paused,
        Optional<Stopped> stopped,
        Optional<String> interrupted,
        Optional<String> lost,
        boolean undone,
        List<JournalRecord> external,
        OrderNumber highestOrder) {

    public JournalPast {
        external = List.copyOf(external);
    }
}
