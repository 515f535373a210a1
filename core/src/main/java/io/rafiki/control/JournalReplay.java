package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.workload.WorkloadSensors;

/** All that the journal's past is recalled for: it is read once, entry by entry, and each takes what it needs. */
record JournalReplay(
        DecisionLog decisions,
        OutcomeHistory record,
        ChangeHistory spending,
        ActiveChanges standing,
        OperatorState orders) {

    /** Opens the journal, and recalls what it holds; if it cannot be opened now, when it can. */
    static JournalReplay of(JournalWriter journal, KnobCatalogue catalogue) {
        JournalReplay past = new JournalReplay(
                new DecisionLog(journal),
                new OutcomeHistory(journal, WorkloadSensors.features()),
                new ChangeHistory(catalogue),
                new ActiveChanges(),
                new OperatorState());
        journal.replay(past::replay);
        return past;
    }

    private void replay(JournalRecord entry) {
        decisions.replay(entry);
        record.replay(entry);
        spending.replay(entry);
        standing.replay(entry);
        orders.replay(entry);
    }
}
