package io.rafiki.agent;

import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.journal.Kind;
import io.rafiki.knob.Configuration;
import io.rafiki.node.NodeException;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Carries a plan out at the node: each write stands in the journal before it is made and is read back after; if one fails, what
 * was there is put back.
 */
final class Applier {

    private final Node node;
    private final JournalFile journal;

    Applier(Node node, JournalFile journal) {
        this.node = node;
        this.journal = journal;
    }

    /** Thrown when a plan was not carried out; the message says what happened and in what state the node is. */
    static final class NotApplied extends Exception {

        private static final long serialVersionUID = 1;

        /** Whether writing had begun, so that something had to be put back. */
        private final boolean begun;

        private final transient List<Change> stuck;

        NotApplied(String message, boolean begun, Throwable cause) {
            this(message, begun, List.of(), cause);
        }

        NotApplied(String message, boolean begun, List<Change> stuck, Throwable cause) {
            super(message, cause);
            this.begun = begun;
            this.stuck = List.copyOf(stuck);
        }

        /** Changes that could not be put back: the node holds our value. */
        List<Change> stuck() {
            return stuck;
        }

        boolean hadBegun() {
            return begun;
        }
    }

    /**
     * Makes the plan's changes in their {@link WriteOrder}.
     *
     * @param id of the decision
     * @throws NotApplied if the node is not where the plan started, the plan breaks a constraint of this node's catalogue, or a change
     *     failed and all were undone
     */
    void apply(String id, Plan plan) throws NotApplied {
        requireAt(plan.from());
        Optional<String> broken = node.broken(plan.to());
        if (broken.isPresent()) {
            throw new NotApplied(
                    "the plan breaks the constraint " + broken.get() + ". Nothing was written.", false, null);
        }
        List<Change> begun = new ArrayList<>();
        try {
            for (Change change : WriteOrder.of(plan.changes(), node::broken)) {
                begun.add(change);
                write(id, Kind.WRITE, change.knob(), change.from(), change.to(), node.tables(), false);
            }
            Configuration found = node.read(plan.to().space());
            if (!found.equals(plan.to())) {
                throw new IllegalStateException("expected " + plan.to() + ", read back " + found);
            }
        } catch (Throwable failure) {
            // an error of ours too: the node is not left half changed
            throw undone(id, begun, failure);
        }
    }

    /**
     * How a rollback ended.
     *
     * @param foreign knobs that somebody else has moved since, and that stay where they were put; one phrase each
     * @param failed knobs that could not be put back; one phrase each
     */
    record Restored(List<String> foreign, List<String> failed) {

        String text() {
            List<String> all = new ArrayList<>(failed);
            all.addAll(foreign);
            return all.isEmpty() ? "ok" : String.join("; ", all);
        }
    }

    /**
     * Puts back what was there before the changes, the last first.
     *
     * @param byHand whether a human wants it: then it is done even where it cannot be written down
     */
    Restored rollBack(String id, List<Change> changes, boolean byHand) {
        List<Change> reversed = WriteOrder.of(changes, node::broken);
        Collections.reverse(reversed);
        Restored restored = new Restored(new ArrayList<>(), new ArrayList<>());
        for (Change change : reversed) {
            try {
                Node.Left left = node.left(change);
                restored.foreign().addAll(left.foreign());
                if (left.isThere()) {
                    write(id, Kind.ROLLBACK, change.knob(), change.to(), change.from(), left.tables(), byHand);
                }
            } catch (NodeException | IOException | RuntimeException failure) {
                restored.failed().add(change.knob() + ": " + failure.getMessage());
            }
        }
        return restored;
    }

    private void requireAt(Configuration from) throws NotApplied {
        try {
            Configuration now = node.read(from.space());
            if (!now.equals(from)) {
                throw new NotApplied("the node was changed since: " + now + ". Nothing was written.", false, null);
            }
        } catch (NodeException unreadable) {
            throw new NotApplied(unreadable.getMessage() + ". Nothing was written.", false, unreadable);
        }
    }

    private void write(
            String id, Kind kind, String knob, Object from, Object to, List<TableName> tables, boolean evenUnwritten)
            throws IOException, NodeException {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("knob", knob);
        content.put("from", from);
        content.put("to", to);
        writeDown(kind, id, content, evenUnwritten);
        node.write(knob, to, tables);
        Object found = node.value(knob, tables);
        Map<String, Object> readBack = new LinkedHashMap<>();
        readBack.put("knob", knob);
        readBack.put("expected", to);
        readBack.put("found", found);
        readBack.put("ok", found.equals(to));
        writeDown(Kind.READ_BACK, id, readBack, evenUnwritten);
        if (!found.equals(to)) {
            throw new IllegalStateException(knob + ": expected " + to + ", read back " + found);
        }
    }

    private void writeDown(Kind kind, String id, Map<String, Object> content, boolean evenUnwritten)
            throws IOException {
        try {
            journal.write(kind, id, content);
        } catch (IOException shownInTheStatus) {
            if (!evenUnwritten) {
                throw shownInTheStatus;
            }
        }
    }

    /** Undoing goes on where the journal cannot: the node comes first. */
    private NotApplied undone(String id, List<Change> begun, Throwable failure) {
        List<String> left = new ArrayList<>();
        List<Change> stuck = new ArrayList<>();
        List<Change> reversed = new ArrayList<>(begun);
        Collections.reverse(reversed);
        for (Change change : reversed) {
            try {
                journal.write(Kind.ROLLBACK, id, Map.of("knob", change.knob(), "to", change.from()));
            } catch (Throwable shownInTheStatus) {
                // JournalFile keeps the problem, the status line shows it
            }
            Optional<String> refused = putBack(change);
            refused.ifPresent(why -> {
                left.add(change.knob() + " could not be put back to " + change.from() + ": " + why);
                stuck.add(change);
            });
        }
        String state = left.isEmpty() ? "what was there is back" : String.join("; ", left);
        return new NotApplied(cause(failure) + "; " + state, !begun.isEmpty(), stuck, failure);
    }

    /** A table that has just been dropped keeps none of the others from being put back. */
    private Optional<String> putBack(Change change) {
        Optional<String> refused = Optional.empty();
        for (List<TableName> part : node.parts(change.knob())) {
            try {
                if (!isAt(change.knob(), change.from(), part)) {
                    node.putBack(change.knob(), change.from(), part);
                }
            } catch (Throwable failure) {
                refused = Optional.of(cause(failure));
            }
        }
        return refused;
    }

    private static String cause(Throwable failure) {
        return failure instanceof Error || failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private boolean isAt(String knob, Object value, List<TableName> part) {
        try {
            return node.value(knob, part).equals(value);
        } catch (NodeException unknown) {
            return false;
        }
    }
}
