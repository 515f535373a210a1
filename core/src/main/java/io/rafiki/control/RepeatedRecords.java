package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verdicts and rollbacks that bar workloads, the last epoch, and the pause or stop that lasts. A new journal file repeats them, so that the
 * journal never loses them.
 */
final class RepeatedRecords {

    private final Deque<JournalRecord> records = new ArrayDeque<>();
    private Optional<JournalRecord> epoch = Optional.empty();

    /** The last pause and the last stop, unless a resume ended them. */
    private final Map<String, JournalRecord> standing = new LinkedHashMap<>();

    /** Adds a record of the journal. A loaded model ends the bars of its predecessor. */
    void add(JournalRecord entry) {
        if (entry.kind() == RecordType.VERB) {
            command(String.valueOf(entry.content().get("verb")), entry);
        } else if (entry.kind() == RecordType.EPOCH) {
            epoch = Optional.of(entry);
        } else if (entry.kind() == RecordType.VERDICT && isNew(entry)) {
            records.addLast(entry);
            if (records.size() > Outcomes.KEPT) {
                records.removeFirst();
            }
        }
    }

    private void command(String verb, JournalRecord entry) {
        switch (verb) {
            case "pause", "stop" -> standing.put(verb, entry);
            case "resume" -> standing.clear();
            case "reloadModel" -> records.clear();
            default -> {
                // does not outlast a restart
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
        standing.clear();
    }

    /** The records: the epoch, the commands, then the others from the oldest. */
    List<JournalRecord> records() {
        List<JournalRecord> all = new ArrayList<>();
        epoch.ifPresent(all::add);
        all.addAll(standing.values());
        all.addAll(records);
        return all;
    }
}
