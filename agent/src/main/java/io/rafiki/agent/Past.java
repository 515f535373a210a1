package io.rafiki.agent;

import io.rafiki.journal.Entry;
import io.rafiki.knob.KnobCatalogue;

/** All that the journal's past is recalled for: it is read once, entry by entry, and each takes what it needs. */
record Past(DecisionLog decisions, TrackRecord record, Spending spending, Standing standing, Orders orders) {

    /** Opens the journal, and recalls what it holds; if it cannot be opened now, when it can. */
    static Past of(JournalFile journal, KnobCatalogue catalogue) {
        Past past = new Past(
                new DecisionLog(journal),
                new TrackRecord(journal),
                new Spending(catalogue),
                new Standing(),
                new Orders());
        journal.recall(past::recall);
        return past;
    }

    private void recall(Entry entry) {
        decisions.recall(entry);
        record.recall(entry);
        spending.recall(entry);
        standing.recall(entry);
        orders.recall(entry);
    }
}
