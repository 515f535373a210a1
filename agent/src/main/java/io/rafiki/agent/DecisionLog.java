package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.journal.Entry;
import io.rafiki.journal.Kind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers the decisions, keeps the latest at hand, and writes each to the journal before it is acted upon. */
final class DecisionLog {

    private static final int KEPT = 1_000;

    private final JournalFile journal;
    private final Deque<Decided> latest = new ArrayDeque<>();
    private List<Decided> shown;
    private long number;
    private long count;

    DecisionLog(JournalFile journal) {
        this.journal = journal;
    }

    /**
     * The decision to apply or roll back that the journal says was begun and does not say how it ended: the node stopped in
     * between.
     */
    Optional<String> interrupted() {
        return Optional.ofNullable(latest.peekLast())
                .filter(last -> last.kind().equals("apply") || last.kind().equals("rollback"))
                .filter(last -> last.readBack().isEmpty())
                .map(Decided::id);
    }

    /** The number that the next decision gets. */
    long next() {
        return number + 1;
    }

    /**
     * Records a decision.
     *
     * @throws IOException if it is not on disk; it is kept in memory all the same, with its number
     */
    void add(Decided decided) throws IOException {
        number = decided.number();
        count++;
        keep(decided);
        journal.write(Kind.DECISION, decided.id(), DecidedContent.of(decided));
    }

    /** Replaces the last decision by itself with other words: a hold that goes on, or an apply that has ended. */
    void update(Decided decided) {
        latest.removeLast();
        latest.addLast(decided);
        shown = null;
    }

    /** Records how the decision ended at the node; what cannot be written is still shown. */
    void outcome(Decided decided, String outcome) {
        update(decided.readBack(outcome));
        try {
            journal.write(Kind.OUTCOME, decided.id(), Map.of("readBack", outcome));
        } catch (IOException shownInTheStatus) {
            // JournalFile keeps the problem, the status line shows it
        }
    }

    /** Shows what a decision turned out to be; the journal has it from elsewhere. */
    void judged(String id, String verdict) {
        List<Decided> all = new ArrayList<>(latest);
        all.replaceAll(decided -> decided.id().equals(id) ? decided.verdict(verdict) : decided);
        latest.clear();
        latest.addAll(all);
        shown = null;
    }

    Optional<Decided> last() {
        return Optional.ofNullable(latest.peekLast());
    }

    /** The last {@code n}, oldest first. */
    List<Decided> last(int n) {
        List<Decided> all = new ArrayList<>(latest);
        return all.subList(Math.max(0, all.size() - Math.max(0, n)), all.size());
    }

    /** All that are at hand, oldest first; immutable, and made anew only when something has changed. */
    List<Decided> latest() {
        if (shown == null) {
            shown = List.copyOf(latest);
        }
        return shown;
    }

    /** Decisions since the agent started. */
    long count() {
        return count;
    }

    /** Takes an entry of the journal's past: its decisions are shown again, and their numbering goes on. */
    void recall(Entry entry) {
        if (entry.kind() == Kind.DECISION) {
            number = Math.max(number, DecidedContent.read(entry).number());
        }
        if (count > 0) {
            // the journal could not be opened at the start: what is shown has begun anew
            return;
        }
        if (entry.kind() == Kind.DECISION) {
            keep(DecidedContent.read(entry));
        } else if (entry.kind() == Kind.OUTCOME
                && !latest.isEmpty()
                && latest.peekLast().id().equals(entry.decision())) {
            update(latest.peekLast().readBack(String.valueOf(entry.content().get("readBack"))));
        } else if (entry.kind() == Kind.VERDICT
                && !String.valueOf(entry.content().get("text")).isEmpty()) {
            judged(
                    entry.decision(),
                    entry.content().get("outcome") + ": " + entry.content().get("text"));
        }
    }

    private void keep(Decided decided) {
        latest.addLast(decided);
        shown = null;
        if (latest.size() > KEPT) {
            latest.removeFirst();
        }
    }
}
