package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.workload.WorkloadSensors;

/** The state that is restored from the journal. It is read once, and each part receives every entry. */
record JournalReplay(
        DecisionLog decisions,
        OutcomeHistory record,
        ChangeHistory spending,
        ActiveChanges standing,
        ExternalChanges external,
        OperatorState orders) {

    /** Opens the journal and replays it; if it cannot be opened now, later. */
    static JournalReplay of(JournalWriter journal, KnobCatalogue catalogue) {
        JournalReplay past = new JournalReplay(
                new DecisionLog(journal),
                new OutcomeHistory(journal, WorkloadSensors.features()),
                new ChangeHistory(catalogue),
                new ActiveChanges(),
                new ExternalChanges(journal),
                new OperatorState());
        journal.replay(past::replay);
        return past;
    }

    private void replay(JournalRecord entry) {
        decisions.replay(entry);
        record.replay(entry);
        spending.replay(entry);
        standing.replay(entry);
        external.replay(entry);
        orders.replay(entry);
    }
}
