package io.rafiki.control;

import io.rafiki.control.ActionReason.AppliedByOperator;
import io.rafiki.control.ActionReason.RestoredOnStop;
import io.rafiki.control.ActionReason.RolledBackByOperator;
import io.rafiki.control.ChangeOutcome.ChangeAborted;
import io.rafiki.control.ChangeOutcome.Interrupted;
import io.rafiki.control.ChangeOutcome.NotJournalled;
import io.rafiki.control.ChangeOutcome.Ok;
import io.rafiki.control.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.ConfigurationApplier.NotApplied;
import io.rafiki.control.Problem.JournalUnavailable;
import io.rafiki.control.Refusal.NoProposalPending;
import io.rafiki.control.Refusal.NotExecuted;
import io.rafiki.control.Refusal.NotRolledBack;
import io.rafiki.control.Refusal.NothingToRollBack;
import io.rafiki.control.Refusal.OtherProposalPending;
import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Verdict;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.WorkloadSensors;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Executes decisions: numbers, records and logs each, and changes the node. */
final class DecisionExecutor {

    private final DecisionLog decisions;
    private final JournalWriter journal;
    private final ConfigurationApplier applier;
    private final KnobHistory knobs;
    private final ChangeHistory spending;
    private final Supplier<String> caller;
    private final Clock clock;
    private final ControlLog log;
    private Proposal pending;
    private Proposal lastApplied;
    private Instant changedAt;
    private Proposal rollbackFailed;
    private long applied;
    private long readBackFailures;

    /**
     * @param caller the operator, read on the thread that executes the command
     * @param clock with the zone of the times in the log
     */
    DecisionExecutor(
            DecisionLog decisions,
            JournalWriter journal,
            ConfigurationApplier applier,
            KnobHistory knobs,
            ChangeHistory spending,
            Supplier<String> caller,
            Clock clock,
            ControlLog log) {
        this.decisions = decisions;
        this.journal = journal;
        this.applier = applier;
        this.knobs = knobs;
        this.spending = spending;
        this.caller = caller;
        this.clock = clock;
        this.log = log;
    }

    /** Tries to open a journal that could not be opened at the start, so that the next decision takes its past into account. */
    void replay() {
        journal.replay();
    }

    /** The operator of the current command. */
    String caller() {
        return caller.get();
    }

    /**
     * Records the start of the agent, and a change that the node's stop interrupted.
     *
     * @param standing live changes that the restart lost
     * @param orders that are still valid
     */
    void started(ActiveChanges standing, OperatorState orders) {
        journal.damage().forEach(damage -> log.warn(ReasonText.of(damage)));
        Optional<String> interrupted = decisions.interrupted();
        interrupted.ifPresent(id -> {
            log.warn("[" + id + "] was interrupted by the node's stop. The restart undid its changes.");
            decisions.outcome(decisions.last().orElseThrow(), new Interrupted());
        });
        Map<String, Object> content = new LinkedHashMap<>();
        standing.text().ifPresent(lost -> {
            log.info("Live changes lost at restart; they will be re-evaluated after the next window: " + lost);
            content.put("lost", lost);
        });
        interrupted.ifPresent(id -> content.put("interrupted", id));
        orders.stopped().ifPresent(stopped -> log.info(ReasonText.of(stopped)));
        orders.paused().ifPresent(why -> log.info(ReasonText.of(new Paused(why))));
        write(RecordType.START, content);
    }

    /** @param isContinuation whether the last decision was to hold with the same code; then its reason is updated */
    DecisionRecord hold(Hold hold, boolean isContinuation, DecisionContext context) {
        if (isContinuation) {
            DecisionRecord last = decisions.last().orElseThrow();
            DecisionRecord fresher = decided(last.number(), context, "hold", hold.reason(), null);
            decisions.update(fresher);
            log.debug("[" + last.id() + "] hold continues: " + fresher.reasonText() + context.text(clock.getZone()));
            return fresher;
        }
        DecisionRecord decided = decided(nextNumber(), context, "hold", hold.reason(), null);
        record(decided);
        log(decided, context);
        return decided;
    }

    DecisionRecord propose(Propose propose, DecisionContext context) {
        DecisionRecord decided = decided(nextNumber(), context, "propose", propose.reason(), propose.plan());
        record(decided);
        pending = new Proposal(decided, propose.plan(), context.model());
        log(decided, context);
        return decided;
    }

    DecisionRecord apply(Apply apply, DecisionContext context) {
        pending = null;
        DecisionRecord decided = decided(nextNumber(), context, "apply", apply.reason(), apply.plan());
        return execute(decided, apply.plan(), context);
    }

    /**
     * @param quietUntil end of the present quiet hours
     * @throws ReasonException if the plan was not applied
     */
    DecisionRecord applyByHand(Proposal proposal, Optional<OffsetDateTime> quietUntil, DecisionContext context) {
        DecisionRecord decided = decided(
                nextNumber(),
                context,
                "apply",
                new AppliedByOperator(caller(), proposal.decided().id(), quietUntil),
                proposal.plan());
        DecisionRecord result = execute(decided, proposal.plan(), context);
        if (!result.isDone()) {
            throw new ReasonException(
                    new NotExecuted(result.id(), result.readBack().orElseThrow()));
        }
        pending = null;
        return result;
    }

    /**
     * Restores the values from before the last apply.
     *
     * @param byHand whether an operator requested it; then it is executed even if the journal cannot record it
     * @throws ReasonException if something could not be restored
     */
    DecisionRecord rollBack(ActionReason why, boolean byHand, DecisionContext context) {
        DecisionRecord result = rollBack(why, lastApplied().plan().changes(), byHand, context);
        lastApplied = null;
        return result;
    }

    /**
     * Restores the values from before the apply that is {@link #rollbackFailed}. Earlier changes stay.
     *
     * @throws ReasonException if a value could still not be restored
     */
    DecisionRecord retryFailedRollback(DecisionContext context) {
        DecisionRecord result = rollBack(
                new RolledBackByOperator(caller(), rollbackFailed.decided().id()),
                rollbackFailed.plan().changes(),
                true,
                context);
        rollbackFailed = null;
        return result;
    }

    /**
     * Restores the values from before all changes of the tuner.
     *
     * @param ours changes that are in place
     * @throws ReasonException if a value could not be restored
     */
    DecisionRecord restore(List<Change> ours, DecisionContext context) {
        DecisionRecord result = rollBack(new RestoredOnStop(caller()), ours, true, context);
        lastApplied = null;
        rollbackFailed = null;
        return result;
    }

    /** Knobs that another client changed since keep their values. */
    private DecisionRecord rollBack(ActionReason why, List<Change> changes, boolean byHand, DecisionContext context) {
        DecisionRecord decided = new DecisionRecord(
                nextNumber(),
                context.at(),
                "rollback",
                why,
                Double.NaN,
                Double.NaN,
                WorkloadSensors.values(context.workload()),
                changes.stream()
                        .map(change -> change.knob() + "=" + change.from())
                        .collect(Collectors.joining(", ")),
                changes.stream()
                        .map(change -> change.knob() + " " + change.to() + " -> " + change.from())
                        .collect(Collectors.joining(", ")),
                Optional.empty(),
                Optional.empty());
        if (!record(decided)) {
            JournalUnavailable problem = journal.problem().orElseThrow();
            if (!byHand) {
                throw new ReasonException(problem);
            }
            log.warn("[" + decided.id() + "] is executed without a record, because an operator requested it: "
                    + ReasonText.of(problem));
        }
        log(decided, context);
        ChangeOutcome outcome = applier.rollBack(decided.id(), changes, byHand);
        changedAt = context.at();
        spending.add(changes, context.at());
        pending = null;
        decisions.outcome(decided, outcome);
        knobs.rolledBack(decided, changes);
        log.info("[" + decided.id() + "] rolled back: " + ReasonText.of(outcome));
        if (outcome instanceof RollbackIncomplete incomplete
                && !incomplete.failed().isEmpty()) {
            throw new ReasonException(new NotRolledBack(decided.id(), outcome));
        }
        return decided.readBack(outcome);
    }

    /** Shows the observed effect of a change. */
    void judged(Proposal change, Verdict verdict) {
        decisions.judged(change.decided().id(), verdict);
        log.info("[" + change.decided().id() + "] effect: " + ReasonText.of(verdict));
    }

    /** Records an operator's command. */
    void verb(String name, String argument) {
        log.info(name + " " + argument + " (by " + caller() + ")");
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("verb", name);
        content.put("argument", argument);
        content.put("by", caller());
        write(RecordType.VERB, content);
    }

    /** @throws ReasonException if the pending proposal has another id or there is none */
    Proposal pending(String id) {
        if (pending == null) {
            throw new ReasonException(new NoProposalPending());
        }
        if (!pending.decided().id().equals(id)) {
            throw new ReasonException(new OtherProposalPending(pending.decided().id(), id));
        }
        return pending;
    }

    /** @throws ReasonException if no change is in place */
    Proposal lastApplied() {
        if (lastApplied == null) {
            throw new ReasonException(new NothingToRollBack());
        }
        return lastApplied;
    }

    /** Discards the pending proposal. */
    void forgetProposal() {
        pending = null;
    }

    /** A change that failed and could not be undone; empty after its rollback or another successful change. */
    Optional<Proposal> rollbackFailed() {
        return Optional.ofNullable(rollbackFailed);
    }

    /** The last change that is in place. */
    Optional<Proposal> inPlace() {
        return Optional.ofNullable(lastApplied);
    }

    Optional<Plan> pendingPlan() {
        return Optional.ofNullable(pending).map(Proposal::plan);
    }

    /** The changes so far. */
    ChangeCounts spent() {
        return spending.spent();
    }

    Optional<Instant> changedAt() {
        return Optional.ofNullable(changedAt);
    }

    Optional<DecisionRecord> last() {
        return decisions.last();
    }

    List<DecisionRecord> history(int n) {
        return decisions.last(n);
    }

    /** All decisions in memory, oldest first, as an immutable list. */
    List<DecisionRecord> history() {
        return decisions.latest();
    }

    private long nextNumber() {
        return decisions.next();
    }

    long decisions() {
        return decisions.count();
    }

    long applied() {
        return applied;
    }

    long readBackFailures() {
        return readBackFailures;
    }

    /** Why the journal cannot be written; empty if it can. */
    Optional<JournalUnavailable> problem() {
        return journal.problem();
    }

    private DecisionRecord execute(DecisionRecord decided, Plan plan, DecisionContext context) {
        if (!record(decided)) {
            DecisionRecord result =
                    decided.readBack(new NotJournalled(journal.problem().orElseThrow()));
            decisions.update(result);
            log.warn("[" + decided.id() + "] not applied: " + result.readBackText());
            return result;
        }
        log(decided, context);
        changedAt = context.at();
        ChangeOutcome outcome = new Ok();
        Instant start = clock.instant();
        try {
            applier.apply(decided.id(), plan);
            lastApplied = new Proposal(decided, plan, context.model());
            // all of the model's knobs were read back
            rollbackFailed = null;
            applied++;
            spending.add(plan.changes(), context.at());
            log.info("[" + decided.id() + "] applied and read back in "
                    + Duration.between(start, clock.instant()).toMillis() + " ms");
        } catch (NotApplied failure) {
            if (failure.begun()) {
                readBackFailures++;
                spending.add(plan.changes(), context.at());
            }
            outcome = failure.outcome();
            if (!failure.rollbackFailed().isEmpty()) {
                rollbackFailed = new Proposal(decided.readBack(outcome), plan, context.model());
            }
            knobs.applied(decided, failure.rollbackFailed());
            log.warn("[" + decided.id() + "] not applied: " + ReasonText.of(outcome));
        } catch (RuntimeException | Error fault) {
            ended(decided, new ChangeAborted(fault.toString()));
            throw fault;
        }
        decisions.outcome(decided, outcome);
        if (outcome instanceof Ok) {
            knobs.applied(decided, plan.changes());
        }
        return decided.readBack(outcome);
    }

    /** Records the outcome after an error in Rafiki, if possible. */
    private void ended(DecisionRecord decided, ChangeAborted outcome) {
        try {
            decisions.outcome(decided, outcome);
        } catch (RuntimeException | Error another) {
            log.debug("[" + decided.id() + "] " + outcome + " cannot be recorded: " + another);
        }
    }

    /** Whether the decision is on disk. It is shown in any case. */
    private boolean record(DecisionRecord decided) {
        try {
            decisions.add(decided);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void write(RecordType kind, Map<String, Object> content) {
        try {
            journal.write(kind, "", content);
        } catch (IOException e) {
            // the status shows the journal's problem
        }
    }

    private void log(DecisionRecord decided, DecisionContext context) {
        log.info("[" + decided.id() + "] " + decided.kind() + ": " + decided.reasonText()
                + (decided.changes().isEmpty() ? "" : ": " + decided.changes())
                + context.text(clock.getZone()));
    }

    private static DecisionRecord decided(long number, DecisionContext context, String kind, Reason reason, Plan plan) {
        return new DecisionRecord(
                number,
                context.at(),
                kind,
                reason,
                plan == null ? Double.NaN : 100 * plan.gain().mean(),
                plan == null ? Double.NaN : 100 * plan.gain().deviation(),
                WorkloadSensors.values(context.workload()),
                plan == null ? "" : plan.to().toString(),
                plan == null
                        ? ""
                        : plan.changes().stream().map(Change::toString).collect(Collectors.joining(", ")),
                Optional.empty(),
                Optional.empty());
    }
}
