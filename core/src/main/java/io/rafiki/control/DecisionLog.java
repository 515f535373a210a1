package io.rafiki.control;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.Reason;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers the decisions, keeps the latest in memory, and writes each to the journal before its execution. */
final class DecisionLog {

    private static final int KEPT = 1_000;

    private final JournalWriter journal;
    private final Deque<DecisionRecord> latest = new ArrayDeque<>();
    private List<DecisionRecord> shown;
    private long number;
    private long count;

    DecisionLog(JournalWriter journal) {
        this.journal = journal;
    }

    /**
     * The apply or rollback without an outcome in the journal: the node stopped during its execution.
     */
    Optional<String> interrupted() {
        return Optional.ofNullable(latest.peekLast())
                .filter(last -> last.kind().equals("apply") || last.kind().equals("rollback"))
                .filter(last -> last.readBack().isEmpty())
                .map(DecisionRecord::id);
    }

    /** The number that the next decision gets. */
    long next() {
        return number + 1;
    }

    /**
     * Records a decision.
     *
     * @throws IOException if it is not on disk; it is kept in memory anyway, with its number
     */
    void add(DecisionRecord decided) throws IOException {
        number = decided.number();
        count++;
        keep(decided);
        journal.write(RecordType.DECISION, decided.id(), DecisionJson.of(decided));
    }

    /** Replaces the last decision by a newer version: a hold that continues, or an apply that has ended. */
    void update(DecisionRecord decided) {
        latest.removeLast();
        latest.addLast(decided);
        shown = null;
    }

    /** Records the outcome at the node. An outcome that cannot be written is shown anyway. */
    void outcome(DecisionRecord decided, Reason outcome) {
        update(decided.readBack(outcome));
        try {
            Map<String, Object> content = new LinkedHashMap<>();
            DecisionJson.put(content, outcome);
            journal.write(RecordType.OUTCOME, decided.id(), content);
        } catch (IOException e) {
            // the status shows the journal's problem
        }
    }

    /** Adds the verdict to a decision. {@link OutcomeHistory} writes it to the journal. */
    void judged(String id, Reason verdict) {
        List<DecisionRecord> all = new ArrayList<>(latest);
        all.replaceAll(decided -> decided.id().equals(id) ? decided.verdict(verdict) : decided);
        latest.clear();
        latest.addAll(all);
        shown = null;
    }

    Optional<DecisionRecord> last() {
        return Optional.ofNullable(latest.peekLast());
    }

    /** The last {@code n}, oldest first. */
    List<DecisionRecord> last(int n) {
        List<DecisionRecord> all = new ArrayList<>(latest);
        return all.subList(Math.max(0, all.size() - Math.max(0, n)), all.size());
    }

    /** All decisions in memory, oldest first, as an immutable list. */
    List<DecisionRecord> latest() {
        if (shown == null) {
            shown = List.copyOf(latest);
        }
        return shown;
    }

    /** Decisions since the agent started. */
    long count() {
        return count;
    }

    /** Replays an entry of the journal, which restores the decisions and their numbering. */
    void replay(JournalRecord entry) {
        if (entry.kind() == RecordType.DECISION) {
            number = Math.max(number, DecisionJson.read(entry).number());
        }
        if (count > 0) {
            // the journal could not be opened at the start, and newer decisions are in memory
            return;
        }
        if (entry.kind() == RecordType.DECISION) {
            keep(DecisionJson.read(entry));
        } else if (entry.kind() == RecordType.OUTCOME
                && !latest.isEmpty()
                && latest.peekLast().id().equals(entry.decision())) {
            update(latest.peekLast().readBack(DecisionJson.reason(entry.content())));
        } else if (entry.kind() == RecordType.VERDICT && entry.content().containsKey("code")) {
            judged(entry.decision(), DecisionJson.reason(entry.content()));
        }
    }

    private void keep(DecisionRecord decided) {
        latest.addLast(decided);
        shown = null;
        if (latest.size() > KEPT) {
            latest.removeFirst();
        }
    }
}
