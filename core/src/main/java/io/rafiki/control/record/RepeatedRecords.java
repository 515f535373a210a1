package io.rafiki.control.record;

import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The verdicts and rollbacks that bar workloads, the last epoch, the pause or stop that lasts, and the changes by roll-outs that are not undone. A
 * new journal file repeats them, so that the journal never loses them.
 */
final class RepeatedRecords {

    private static final String OK = new ChangeOutcome.Ok().code();

    private final Deque<JournalRecord> records = new ArrayDeque<>();
    private Optional<JournalRecord> epoch = Optional.empty();

    /** The last pause and the last stop, unless a resume ended them. */
    private final Map<String, JournalRecord> standing = new LinkedHashMap<>();

    /** Changes by roll-outs: by roll-out, and by what changed, because a restart can require a part again. */
    private final Map<String, Map<List<Object>, Made>> changes = new LinkedHashMap<>();

    /** The last decision, which may wait for its outcome. */
    private Optional<JournalRecord> decided = Optional.empty();

    /**
     * A change that is not undone, or only in part.
     *
     * @param knobs those that are not undone
     * @param records decision and outcome
     */
    private record Made(Set<String> knobs, List<JournalRecord> records) {

        private Made {
            knobs = Set.copyOf(knobs);
            records = List.copyOf(records);
        }

        private Made without(Set<String> undone) {
            Set<String> left = new HashSet<>(knobs);
            left.removeAll(undone);
            return new Made(left, records);
        }
    }

    /** Adds a record of the journal. A loaded model ends the bars of its predecessor. */
    void add(JournalRecord entry) {
        if (entry.kind() == RecordType.VERB) {
            command(String.valueOf(entry.content().get("verb")), entry);
        } else if (entry.kind() == RecordType.EPOCH) {
            epoch = Optional.of(entry);
        } else if (entry.kind() == RecordType.DECISION) {
            decided = Optional.of(entry);
        } else if (entry.kind() == RecordType.OUTCOME
                && OK.equals(entry.content().get("code"))) {
            decided.filter(last -> last.decision().equals(entry.decision())).ifPresent(last -> executed(last, entry));
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

    private void executed(JournalRecord decision, JournalRecord outcome) {
        Map<String, Object> content = decision.content();
        Object code = content.get("code");
        String rollout = content.get("data") instanceof Map<?, ?> data ? String.valueOf(data.get("rollout")) : "";
        String text = String.valueOf(content.get("changes"));
        Set<String> knobs = Decisions.knobs(text);
        if (Decisions.BY_ROLLOUT.equals(code)) {
            List<Object> what = List.of(text, DecisionJson.texts(content.get("tables")));
            changes.computeIfAbsent(rollout, first -> new LinkedHashMap<>())
                    .putIfAbsent(what, new Made(knobs, List.of(decision, outcome)));
        } else if (Decisions.UNDONE_BY_ROLLOUT.equals(code) && changes.containsKey(rollout)) {
            Map<List<Object>, Made> made = changes.get(rollout);
            made.replaceAll((what, change) -> change.without(knobs));
            made.values().removeIf(change -> change.knobs().isEmpty());
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
        changes.clear();
        decided = Optional.empty();
    }

    /** The records: the epoch, the commands, the changes by roll-outs, then the others from the oldest. */
    List<JournalRecord> records() {
        List<JournalRecord> all = new ArrayList<>();
        epoch.ifPresent(all::add);
        all.addAll(standing.values());
        changes.values().forEach(made -> made.values().forEach(change -> all.addAll(change.records())));
        all.addAll(records);
        return all;
    }
}
