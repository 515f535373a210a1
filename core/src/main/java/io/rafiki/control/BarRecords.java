package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The verdicts and rollbacks that bar workloads. A new journal file repeats them, so that the journal never loses a bar. */
final class BarRecords {

    private final Deque<JournalRecord> records = new ArrayDeque<>();

    /** Adds a record of the journal. A loaded model ends the bars of its predecessor. */
    void add(JournalRecord entry) {
        if (entry.kind() == RecordType.VERB
                && "reloadModel".equals(entry.content().get("verb"))) {
            records.clear();
        } else if (entry.kind() == RecordType.VERDICT && isNew(entry)) {
            records.addLast(entry);
            if (records.size() > Outcomes.KEPT) {
                records.removeFirst();
            }
        }
    }

    private boolean isNew(JournalRecord entry) {
        return records.stream()
                .noneMatch(known -> known.decision().equals(entry.decision())
                        && known.content().equals(entry.content()));
    }

    void clear() {
        records.clear();
    }

    /** The records, oldest first. */
    List<JournalRecord> records() {
        return List.copyOf(records);
    }
}
