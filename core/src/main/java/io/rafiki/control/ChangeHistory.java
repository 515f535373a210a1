package io.rafiki.control;

import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Counts the tuner's changes for the budgets. The journal keeps them over a restart, which therefore renews no budget. */
final class ChangeHistory {

    /** The largest budget. */
    private static final int MOST = 1_000;

    private final KnobCatalogue catalogue;
    private final List<Instant> changes = new ArrayList<>();
    private final List<Instant> rewritings = new ArrayList<>();
    private String lastChange = "";
    private String lastRewriting = "";

    ChangeHistory(KnobCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Replays an entry of the journal. The writes of one decision are one change. */
    void replay(JournalRecord entry) {
        if (entry.kind() != RecordType.WRITE && entry.kind() != RecordType.ROLLBACK) {
            return;
        }
        if (!entry.decision().equals(lastChange)) {
            lastChange = entry.decision();
            keep(changes, entry.at());
        }
        if (rewrites(entry) && !entry.decision().equals(lastRewriting)) {
            lastRewriting = entry.decision();
            keep(rewritings, entry.at());
        }
    }

    /** Counts a plan that was applied or that failed during its execution. */
    void add(List<Change> made, Instant at) {
        keep(changes, at);
        if (made.stream().anyMatch(change -> change.cost() == ChangeCost.REWRITES_DATA)) {
            keep(rewritings, at);
        }
    }

    ChangeCounts spent() {
        return new ChangeCounts(changes, rewritings);
    }

    /** Limited by number and not by age, so that a clock with a wrong time discards nothing. */
    private static void keep(List<Instant> moments, Instant at) {
        moments.add(at);
        if (moments.size() > MOST) {
            moments.remove(0);
        }
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
