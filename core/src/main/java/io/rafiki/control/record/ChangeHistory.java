package io.rafiki.control.record;

import io.rafiki.decision.ChangeCounts;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;

/** Counts the tuner's changes for the budgets. The journal keeps them over a restart, which therefore renews no budget. */
final class ChangeHistory {

    private final KnobCatalogue catalogue;
    private ChangeCounts spent = ChangeCounts.NOTHING;
    private String last = "";
    private boolean lastRewrites;

    ChangeHistory(KnobCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Replays an entry of the journal. The writes of one decision are one change. */
    void replay(JournalRecord entry) {
        if (entry.kind() != RecordType.WRITE && entry.kind() != RecordType.ROLLBACK) {
            return;
        }
        boolean rewrites = rewrites(entry);
        if (!entry.decision().equals(last)) {
            last = entry.decision();
            lastRewrites = false;
            spent = spent.plus(rewrites, entry.at());
        } else if (rewrites && !lastRewrites) {
            spent = new ChangeCounts(
                    spent.changes(), spent.plus(true, entry.at()).rewritings());
        }
        lastRewrites |= rewrites;
    }

    ChangeCounts spent() {
        return spent;
    }

    private boolean rewrites(JournalRecord write) {
        try {
            KnobDefinition knob = catalogue.entry(String.valueOf(write.content().get("knob")));
            double from = knob.knob().code(write.content().get("from"));
            double to = knob.knob().code(write.content().get("to"));
            return knob.costOf(from, to) == ChangeCost.REWRITES_DATA;
        } catch (IllegalArgumentException unknownToday) {
            return false;
        }
    }
}
