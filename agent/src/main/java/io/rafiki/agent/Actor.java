package io.rafiki.agent;

import io.rafiki.agent.Applier.NotApplied;
import io.rafiki.agent.Applier.Restored;
import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Change;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Spent;
import io.rafiki.decision.Verdict;
import io.rafiki.journal.Kind;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries decisions out: gives them their number, writes them down, logs one line each, and has the node changed. */
final class Actor {

    private static final Logger LOG = LoggerFactory.getLogger("io.rafiki");

    private final DecisionLog decisions;
    private final JournalFile journal;
    private final Applier applier;
    private final KnobLedger knobs;
    private final Spending spending;
    private final Supplier<String> caller;
    private final ZoneId zone;
    private Pending pending;
    private Pending lastApplied;
    private Instant changedAt;
    private Pending stuck;
    private long applied;
    private long readBackFailures;

    /**
     * @param caller who says a verb, asked on the thread that says it
     * @param zone of the times in the log
     */
    Actor(
            DecisionLog decisions,
            JournalFile journal,
            Applier applier,
            KnobLedger knobs,
            Spending spending,
            Supplier<String> caller,
            ZoneId zone) {
        this.decisions = decisions;
        this.journal = journal;
        this.applier = applier;
        this.knobs = knobs;
        this.spending = spending;
        this.caller = caller;
        this.zone = zone;
    }

    /** Tries to open a journal that could not be opened at the start, so that its past counts before the next decision. */
    void recall() {
        journal.recall();
    }

    /** Who says the verb that is being obeyed. */
    String caller() {
        return caller.get();
    }

    /**
     * Writes down that the agent has started, and what the end of the node interrupted: its live changes are gone with it.
     *
     * @param standing what of them stood in the node
     * @param orders that hold on
     */
    void started(Standing standing, Orders orders) {
        journal.damage().ifPresent(damage -> LOG.warn("{}", damage));
        Optional<String> interrupted = decisions.interrupted();
        interrupted.ifPresent(id -> {
            LOG.warn(
                    "[{}] was interrupted by the end of the node. Its changes are gone with the restart; it is not continued.",
                    id);
            decisions.outcome(decisions.last().orElseThrow(), "interrupted by the end of the node");
        });
        Map<String, Object> content = new LinkedHashMap<>();
        standing.text().ifPresent(lost -> {
            LOG.info("lost with the restart of the node, and not set again before a window says so: {}", lost);
            content.put("lost", lost);
        });
        interrupted.ifPresent(id -> content.put("interrupted", id));
        orders.stopped().ifPresent(stopped -> LOG.info("as before the restart: {}", stopped));
        orders.held().ifPresent(held -> LOG.info("held as before the restart, until resume: {}", held));
        write(Kind.START, content);
    }

    /** @param goesOn whether the last decision was to hold for the same cause: then it is that decision, with fresher words */
    Decided hold(Hold hold, boolean goesOn, Context context) {
        if (goesOn) {
            Decided last = decisions.last().orElseThrow();
            Decided fresher = decided(last.number(), context, "hold", hold.reason(), null);
            decisions.update(fresher);
            LOG.debug("[{}] hold goes on: {}{}", last.id(), hold.reason(), context.text(zone));
            return fresher;
        }
        Decided decided = decided(nextNumber(), context, "hold", hold.reason(), null);
        record(decided);
        say(decided, context);
        return decided;
    }

    Decided propose(Propose propose, Context context) {
        Decided decided = decided(nextNumber(), context, "propose", propose.reason(), propose.plan());
        record(decided);
        pending = new Pending(decided, propose.plan(), context.model());
        say(decided, context);
        return decided;
    }

    Decided apply(Apply apply, Context context) {
        pending = null;
        Decided decided = decided(nextNumber(), context, "apply", apply.reason(), apply.plan());
        return carryOut(decided, apply.plan(), context);
    }

    /** @throws IllegalStateException if the plan was not carried out */
    Decided applyByHand(Pending proposal, Context context) {
        Decided decided = decided(
                nextNumber(),
                context,
                "apply",
                "by " + caller() + ", as " + proposal.decided().id() + " proposed",
                proposal.plan());
        Decided result = carryOut(decided, proposal.plan(), context);
        if (!result.readBack().equals("ok")) {
            throw new IllegalStateException("[" + result.id() + "] " + result.readBack());
        }
        pending = null;
        return result;
    }

    /**
     * Puts back what was there before the last apply.
     *
     * @param why who does it, and for what
     * @param byHand whether a human wants it: then it is done even where it cannot be written down
     * @throws IllegalStateException if something could not be put back
     */
    Decided rollBack(String why, boolean byHand, Context context) {
        Decided result = putBack(lastApplied(), why, byHand, context);
        lastApplied = null;
        return result;
    }

    /**
     * Puts back what was there before the apply that is {@link #stuck}; what was applied before that stays.
     *
     * @throws IllegalStateException if something could still not be put back
     */
    Decided putBackWhatIsStuck(Context context) {
        Decided result = putBack(stuck, "by " + caller(), true, context);
        stuck = null;
        return result;
    }

    /**
     * Puts back what was there before all that the tuner has done.
     *
     * @param ours what of it is in place
     * @throws IllegalStateException if something could not be put back
     */
    Decided restore(String why, List<Change> ours, Context context) {
        Decided result = putBack(why, ours, true, context);
        lastApplied = null;
        stuck = null;
        return result;
    }

    private Decided putBack(Pending undone, String why, boolean byHand, Context context) {
        return putBack(
                why + ", takes back " + undone.decided().id(), undone.plan().changes(), byHand, context);
    }

    /** What somebody else has moved since stays. */
    private Decided putBack(String why, List<Change> changes, boolean byHand, Context context) {
        Decided decided = new Decided(
                nextNumber(),
                context.at(),
                "rollback",
                why,
                Double.NaN,
                Double.NaN,
                context.readRatio(),
                changes.stream()
                        .map(change -> change.knob() + "=" + change.from())
                        .collect(Collectors.joining(", ")),
                changes.stream()
                        .map(change -> change.knob() + " " + change.to() + " -> " + change.from())
                        .collect(Collectors.joining(", ")),
                "",
                "");
        if (!record(decided)) {
            if (!byHand) {
                throw new IllegalStateException(journal.problem());
            }
            LOG.warn("[{}] a human wants it, so it is done all the same: {}", decided.id(), journal.problem());
        }
        say(decided, context);
        Restored restored = applier.rollBack(decided.id(), changes, byHand);
        changedAt = context.at();
        spending.add(changes, context.at());
        pending = null;
        decisions.outcome(decided, restored.text());
        knobs.rolledBack(decided, changes);
        LOG.info("[{}] rolled back: {}", decided.id(), restored.text());
        if (!restored.failed().isEmpty()) {
            throw new IllegalStateException("[" + decided.id() + "] " + restored.text() + ". Try again.");
        }
        return decided.readBack(restored.text());
    }

    /** Shows what a change turned out to be. */
    void judged(Pending change, Verdict verdict) {
        String text = verdict.outcome() + ": " + verdict.text();
        decisions.judged(change.decided().id(), text);
        LOG.info("[{}] turned out {}", change.decided().id(), text);
    }

    /** Writes a human's verb down. */
    void verb(String name, String argument) {
        LOG.info("{} {} (by {})", name, argument, caller());
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("verb", name);
        content.put("argument", argument);
        content.put("by", caller());
        write(Kind.VERB, content);
    }

    /** @throws IllegalStateException if the pending proposal has another id or there is none */
    Pending pending(String id) {
        if (pending == null) {
            throw new IllegalStateException("no proposal is pending. Call propose, or wait for one");
        }
        if (!pending.decided().id().equals(id)) {
            throw new IllegalStateException(
                    "expected " + pending.decided().id() + ", the pending proposal, found " + id);
        }
        return pending;
    }

    /** @throws IllegalStateException if nothing was applied, or all of it was put back */
    Pending lastApplied() {
        if (lastApplied == null) {
            throw new IllegalStateException(
                    "nothing to roll back: nothing was applied since the node started, or the last change was taken back");
        }
        return lastApplied;
    }

    /** Another model is loaded: what the last one proposed is not to be applied any more. */
    void forgetProposal() {
        pending = null;
    }

    /** A change that failed and could not be put back; empty once it was, or another has succeeded. */
    Optional<Pending> stuck() {
        return Optional.ofNullable(stuck);
    }

    /** What was applied last and not taken back. */
    Optional<Pending> inPlace() {
        return Optional.ofNullable(lastApplied);
    }

    Optional<Plan> pendingPlan() {
        return Optional.ofNullable(pending).map(Pending::plan);
    }

    /** The moments of our changes. */
    Spent spent() {
        return spending.spent();
    }

    Optional<Instant> changedAt() {
        return Optional.ofNullable(changedAt);
    }

    Optional<Decided> last() {
        return decisions.last();
    }

    List<Decided> history(int n) {
        return decisions.last(n);
    }

    /** All that are at hand, oldest first; immutable. */
    List<Decided> history() {
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
    Optional<String> problem() {
        return journal.problem().isEmpty()
                ? Optional.empty()
                : Optional.of(journal.problem() + "; nothing is changed until it can");
    }

    private Decided carryOut(Decided decided, Plan plan, Context context) {
        if (!record(decided)) {
            Decided result = decided.readBack("nothing was written: " + journal.problem());
            decisions.update(result);
            LOG.warn("[{}] {}", decided.id(), result.readBack());
            return result;
        }
        say(decided, context);
        changedAt = context.at();
        String outcome = "ok";
        long start = System.nanoTime();
        try {
            applier.apply(decided.id(), plan);
            lastApplied = new Pending(decided, plan, context.model());
            // all of the model's knobs were read back
            stuck = null;
            applied++;
            spending.add(plan.changes(), context.at());
            LOG.info("[{}] applied and read back in {} ms", decided.id(), (System.nanoTime() - start) / 1_000_000);
        } catch (NotApplied failure) {
            if (failure.hadBegun()) {
                readBackFailures++;
                spending.add(plan.changes(), context.at());
            }
            outcome = failure.getMessage();
            if (!failure.stuck().isEmpty()) {
                stuck = new Pending(decided.readBack(outcome), plan, context.model());
            }
            knobs.applied(decided, failure.stuck());
            LOG.warn("[{}] not applied: {}", decided.id(), outcome);
        } catch (RuntimeException | Error fault) {
            ended(decided, "not applied: " + fault);
            throw fault;
        }
        decisions.outcome(decided, outcome);
        if (outcome.equals("ok")) {
            knobs.applied(decided, plan.changes());
        }
        return decided.readBack(outcome);
    }

    /** What a fault of ours has left is written down as far as that goes. */
    private void ended(Decided decided, String outcome) {
        try {
            decisions.outcome(decided, outcome);
        } catch (RuntimeException | Error another) {
            LOG.debug("[{}] {} cannot be written down", decided.id(), outcome, another);
        }
    }

    /** Whether the decision is on disk; it is shown in any case. */
    private boolean record(Decided decided) {
        try {
            decisions.add(decided);
            return true;
        } catch (IOException shownInTheStatus) {
            return false;
        }
    }

    private void write(Kind kind, Map<String, Object> content) {
        try {
            journal.write(kind, "", content);
        } catch (IOException shownInTheStatus) {
            // JournalFile keeps the problem, the status line shows it
        }
    }

    private void say(Decided decided, Context context) {
        LOG.info(
                "[{}] {}: {}{}{}",
                decided.id(),
                decided.kind(),
                decided.reason(),
                decided.changes().isEmpty() ? "" : ": " + decided.changes(),
                context.text(zone));
    }

    private static Decided decided(long number, Context context, String kind, String reason, Plan plan) {
        return new Decided(
                number,
                context.at(),
                kind,
                reason,
                plan == null ? Double.NaN : 100 * plan.gain().mean(),
                plan == null ? Double.NaN : 100 * plan.gain().deviation(),
                context.readRatio(),
                plan == null ? "" : plan.to().toString(),
                plan == null
                        ? ""
                        : plan.changes().stream().map(Change::toString).collect(Collectors.joining(", ")),
                "",
                "");
    }
}
