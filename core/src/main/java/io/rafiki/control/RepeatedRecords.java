package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The verdicts and rollbacks that bar workloads, and the last epoch. A new journal file repeats them, so that the journal never loses them. */
final class RepeatedRecords {

    private final Deque<JournalRecord> records = new ArrayDeque<>();
    private Optional<JournalRecord> epoch = Optional.empty();

    /** Adds a record of the journal. A loaded model ends the bars of its predecessor. */
    void add(JournalRecord entry) {
        if (entry.kind() == RecordType.VERB
                && "reloadModel".equals(entry.content().get("verb"))) {
            records.clear();
        } else if (entry.kind() == RecordType.EPOCH) {
            epoch = Optional.of(entry);
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
        epoch = Optional.empty();
    }

    /** The records: the epoch, then the others from the oldest. */
    List<JournalRecord> records() {
        List<JournalRecord> all = new ArrayList<>();
        epoch.ifPresent(all::add);
        all.addAll(records);
        return all;
    }
}
