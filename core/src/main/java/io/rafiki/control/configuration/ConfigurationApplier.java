package io.rafiki.control.configuration;

import io.rafiki.control.configuration.KnobUndo.Undone;
import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.control.reason.ChangeOutcome.ChangeStuck;
import io.rafiki.control.reason.ChangeOutcome.ChangeUndone;
import io.rafiki.control.reason.ChangeOutcome.ConstraintViolated;
import io.rafiki.control.reason.ChangeOutcome.KnobKept;
import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.reason.ChangeOutcome.NodeChanged;
import io.rafiki.control.reason.ChangeOutcome.NodeUnreadable;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.control.reason.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.reason.ChangeOutcome.UnexpectedError;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.journal.JournalException;
import io.rafiki.journal.RecordType;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.ReadBackDiffers;
import io.rafiki.node.TableName;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executes a plan at the node. Each write is recorded in the journal before it is made, compared with the expected value immediately before it,
 * and read back afterwards. If one fails, the former values are restored, except where another client has set a value since.
 */
public final class ConfigurationApplier {

    private final TunedNode node;
    private final JournalWriter journal;
    private final LoopTimings timings;
    private final Clock clock;
    private final PlanComparison comparison;
    private final KnobUndo undo;

    public ConfigurationApplier(TunedNode node, JournalWriter journal, LoopTimings timings, Clock clock) {
        this.node = node;
        this.journal = journal;
        this.timings = timings;
        this.clock = clock;
        this.comparison = new PlanComparison(node);
        this.undo = new KnobUndo(node);
    }

    /** Thrown when a plan was not executed; the outcome states the cause and the node's state. */
    public static final class NotApplied extends Exception {

        private static final long serialVersionUID = 1;
        private final transient ChangeOutcome outcome;

        /** Whether a write was made, so that something had to be undone. */
        private final boolean begun;

        private final transient List<Change> rollbackFailed;

        NotApplied(ChangeOutcome outcome) {
            this(outcome, false, List.of(), null);
        }

        NotApplied(ChangeOutcome outcome, boolean begun, List<Change> stuck, Throwable cause) {
            super(ReasonText.of(outcome), cause);
            this.outcome = outcome;
            this.begun = begun;
            this.rollbackFailed = List.copyOf(stuck);
        }

        /** Changes that could not be undone: the node holds the tuner's value. */
        public List<Change> rollbackFailed() {
            return rollbackFailed;
        }

        public ChangeOutcome outcome() {
            return outcome;
        }

        public boolean begun() {
            return begun;
        }
    }

    /**
     * Executes the plan's changes in their {@link WriteOrder}.
     *
     * @param id of the decision
     * @param gate is asked before each write, also of one table after another
     * @throws NotApplied if the node has another configuration than the plan starts from, the plan violates a constraint of the catalogue, or a
     *     change failed and all were undone
     */
    public void apply(String id, Plan plan, WriteGate gate) throws NotApplied {
        Optional<Reason> moved = comparison.difference(plan, plan.from(), Change::from);
        if (moved.isPresent()) {
            throw new NotApplied(
                    moved.get() instanceof ReadBackDiffers differs
                            ? new NodeChanged(differs.found())
                            : new NodeUnreadable(moved.get()));
        }
        Map<String, Object> values = new LinkedHashMap<>(plan.to().toMap());
        values.keySet().removeAll(plan.skipped());
        Optional<String> broken = node.broken(values);
        if (broken.isPresent()) {
            throw new NotApplied(new ConstraintViolated(broken.get()));
        }
        List<Change> begun = new ArrayList<>();
        try {
            for (Change change : WriteOrder.of(plan.changes(), node::broken)) {
                requireNoObstacle(gate);
                record(RecordType.WRITE, id, written(change, change.from(), change.to()), false);
                begun.add(change);
                for (List<TableName> part : node.parts(change)) {
                    requireNoObstacle(gate);
                    node.write(change.knob(), change.from(), change.to(), part);
                }
                readBack(id, change.knob(), change.to(), node.tables(change), false);
            }
            Optional<Reason> differs = comparison.difference(plan, plan.to(), Change::to);
            if (differs.isPresent()) {
                throw new ReasonException(differs.get());
            }
        } catch (Throwable failure) {
            // also after an error in Rafiki, so that the node is never changed in part
            throw rollBackBegun(id, begun, failure);
        }
    }

    private static void requireNoObstacle(WriteGate gate) {
        gate.obstacle().ifPresent(obstacle -> {
            throw new ReasonException(obstacle);
        });
    }

    /**
     * Restores the values from before the changes, in reverse order, and adds each change with a written value to {@code restored}.
     *
     * @param byHand whether an operator requested it; then it is executed even if the journal cannot record it
     */
    public ChangeOutcome rollBack(String id, List<Change> changes, boolean byHand, List<Change> restored) {
        List<Change> reversed = WriteOrder.of(changes, node::broken);
        Collections.reverse(reversed);
        List<KnobStuck> failed = new ArrayList<>();
        List<KnobKept> kept = new ArrayList<>();
        for (Change change : reversed) {
            try {
                if (undo.isInPlace(change)) {
                    record(RecordType.ROLLBACK, id, written(change, change.to(), change.from()), byHand);
                }
                Undone undone = undo.undo(change);
                undone.restored().ifPresent(tables -> restored.add(change));
                kept.addAll(undone.kept());
                undone.refused().ifPresent(refused -> failed.add(stuck(change, refused)));
                if (undone.restored().isPresent() && undone.refused().isEmpty()) {
                    readBack(id, change.knob(), change.from(), undone.restored().get(), byHand);
                }
            } catch (NodeException | IOException | RuntimeException failure) {
                failed.add(stuck(change, failure));
            }
        }
        return failed.isEmpty() && kept.isEmpty() ? new Ok() : new RollbackIncomplete(failed, kept);
    }

    private static Map<String, Object> written(Change change, Object from, Object to) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("knob", change.knob());
        content.put("from", from);
        content.put("to", to);
        if (!change.tables().isEmpty()) {
            content.put("tables", change.tables());
        }
        return content;
    }

    private void readBack(String id, String knob, Object expected, List<TableName> tables, boolean evenUnwritten)
            throws IOException, NodeException {
        Instant start = clock.instant();
        Object found = node.value(knob, tables);
        timings.took(Step.READ_BACK, Duration.between(start, clock.instant()));
        Map<String, Object> readBack = new LinkedHashMap<>();
        readBack.put("knob", knob);
        readBack.put("expected", expected);
        readBack.put("found", found);
        readBack.put("ok", found.equals(expected));
        record(RecordType.READ_BACK, id, readBack, evenUnwritten);
        if (!found.equals(expected)) {
            throw new ReasonException(new ReadBackDiffers(knob, String.valueOf(expected), String.valueOf(found)));
        }
    }

    private void record(RecordType kind, String id, Map<String, Object> content, boolean evenUnwritten)
            throws IOException {
        try {
            journal.write(kind, id, content);
        } catch (IOException e) {
            if (!evenUnwritten) {
                throw e;
            }
        }
    }

    /** A rollback continues even if the journal cannot be written: the node has priority. */
    private NotApplied rollBackBegun(String id, List<Change> begun, Throwable failure) {
        List<KnobStuck> left = new ArrayList<>();
        List<KnobKept> kept = new ArrayList<>();
        List<Change> stuck = new ArrayList<>();
        List<Change> reversed = new ArrayList<>(begun);
        Collections.reverse(reversed);
        for (Change change : reversed) {
            try {
                journal.write(RecordType.ROLLBACK, id, written(change, change.to(), change.from()));
            } catch (Throwable e) {
                // the status shows the journal's problem
            }
            Undone undone = undo.undo(change);
            kept.addAll(undone.kept());
            undone.refused().ifPresent(e -> {
                left.add(stuck(change, e));
                stuck.add(undone.stuck());
            });
        }
        Reason cause = cause(failure);
        ChangeOutcome outcome = left.isEmpty() ? new ChangeUndone(cause, kept) : new ChangeStuck(cause, left, kept);
        return new NotApplied(outcome, !begun.isEmpty(), stuck, failure);
    }

    private static KnobStuck stuck(Change change, Throwable failure) {
        return new KnobStuck(change.knob(), String.valueOf(change.from()), cause(failure));
    }

    private static Reason cause(Throwable failure) {
        if (failure instanceof NodeException node) {
            return node.failure();
        } else if (failure instanceof ReasonException typed) {
            return typed.reason();
        } else if (failure instanceof IOException journal) {
            return JournalException.failure(journal);
        }
        return new UnexpectedError(failure.toString());
    }
}
