package io.rafiki.control;

import io.rafiki.control.ActionReason.RewriteAborted;
import io.rafiki.control.ActionReason.RolledBackByOperator;
import io.rafiki.control.ActionReason.RolledBackForRegression;
import io.rafiki.control.Activity.RollbackPending;
import io.rafiki.control.Problem.AdviceOnly;
import io.rafiki.control.Problem.NotApplied;
import io.rafiki.control.Refusal.ProposalOutdated;
import io.rafiki.decision.Decision;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.Evidence;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.ConfigurationUnknown;
import io.rafiki.decision.HoldReason.NoFeasibleConfiguration;
import io.rafiki.decision.HoldReason.UnknownModelKnob;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Policy;
import io.rafiki.decision.RewriteAbort;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.knob.Configuration;
import io.rafiki.model.BundleException;
import io.rafiki.node.NodeException;
import io.rafiki.node.RewriteReading;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowAssembler;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The tuner of one node: takes a sample at each tick, decides when a window has closed, and executes the operator's commands.
 *
 * <p>One lock serialises ticks and commands. {@link #status()} and {@link #configuration()} never block.
 */
public final class ControlLoop implements Operator {

    /** One seed for all searches, so that equal inputs give equal proposals. */
    private static final long SEED = 1;

    private final Policy decider;
    private final WindowAssembler windows;
    private final CounterSource counters;
    private final TunedNode node;
    private final Planner proposer;
    private final DecisionExecutor actor;
    private final ModelRegistry models;
    private final CompactionMonitor rewrites;
    private final KnobHistory knobs;
    private final NodeHealthCheck health;
    private final ChangeMonitor changes;
    private final OutcomeHistory record;
    private final OperatorState orders;
    private final Shutdown shutdown;
    private final StatusPublisher board;
    private final ErrorBreaker faults = new ErrorBreaker();
    private final Clock clock;

    private Mode mode;
    private Window window;
    private Window before;
    private Window decided;
    /** Why the last change is to be rolled back; null if it is not. */
    private Evidence pendingRollback;

    /** Whether a change that rewrites data was deferred because of a temporary obstacle. */
    private boolean rewriteDeferred;

    /** Code of the last hold; null if the last decision was no hold. */
    private String holding;

    private int tables = -1;

    ControlLoop(
            Mode mode,
            Policy decider,
            WindowAssembler windows,
            CounterSource counters,
            TunedNode node,
            Planner proposer,
            DecisionExecutor actor,
            ModelRegistry models,
            CompactionMonitor rewrites,
            KnobHistory knobs,
            NodeHealthCheck health,
            OutcomeHistory record,
            OperatorState orders,
            Shutdown shutdown,
            Clock clock,
            List<Problem> notices) {
        this.mode = mode;
        this.decider = decider;
        this.windows = windows;
        this.counters = counters;
        this.node = node;
        this.proposer = proposer;
        this.actor = actor;
        this.models = models;
        this.rewrites = rewrites;
        this.knobs = knobs;
        this.health = health;
        this.changes = new ChangeMonitor(decider.limits(), actor, knobs, record);
        this.record = record;
        this.orders = orders;
        this.shutdown = shutdown;
        this.board = new StatusPublisher(windows, decider.limits().minOperations(), notices);
        this.clock = clock;
        publish();
    }

    /**
     * Takes one sample, and decides if it closes a window. Does nothing after too many errors.
     *
     * @throws RuntimeException if the node's counters cannot be read
     */
    public void tick() {
        board.tickBegins(clock.instant());
        try {
            sample();
        } finally {
            board.tickEnds();
        }
    }

    private synchronized void sample() {
        if (faults.tooMany()) {
            publish();
            return;
        }
        if (orders.stopped().isPresent()) {
            rewrites.refresh(clock.instant(), ClientCounts.NONE);
            knobs.refresh(clock.instant());
            publish();
            return;
        }
        CounterSample sample = counters.sample();
        Optional<Window> closed = windows.add(sample, clock.instant());
        if (closed.isPresent() || sample.tables().size() != tables) {
            tables = sample.tables().size();
            node.tables(sample.tables().stream().map(TableCounts::table).toList());
            knobs.refresh(clock.instant());
        }
        rewrites.refresh(clock.instant(), sample.clients());
        rewrites.abort().ifPresent(this::abortRewrite);
        if (closed.isPresent()) {
            before = window;
            window = closed.get();
            board.closed(window);
            health.refresh(clock.instant());
            actor.replay();
            if (orders.stopped().isPresent()) {
                // according to the journal, which could not be read before
                publish();
                return;
            }
            boolean disturbed = rewrites.explainsSlowdown(clock.instant())
                    || !health.external().isEmpty();
            changes.update(window, disturbed)
                    .filter(worse -> mode == Mode.AUTO)
                    .ifPresent(worse -> pendingRollback = worse);
            if (rewriteDeferred && rewrites.violation(clock.instant()).isEmpty()) {
                decided = null;
            }
            if (!rollBackPending()) {
                decide(false);
            }
        }
        publish();
    }

    /**
     * Counts a tick that failed.
     *
     * @return whether it disables the tuner until an operator resumes it
     */
    public synchronized boolean fault(Throwable failure) {
        boolean last = faults.add(failure, clock.instant());
        publish();
        return last;
    }

    @Override
    public synchronized DecisionRecord propose() {
        actor.verb("propose", "");
        return published(decide(true));
    }

    @Override
    public synchronized DecisionRecord apply(String id) {
        Proposal pending = actor.pending(id);
        decider.violation(situation(true))
                .<Reason>map(reason -> reason)
                .or(() -> outdated(pending))
                .ifPresent(refusal -> {
                    throw new ReasonException(refusal);
                });
        return published(executeAndFollow(pending.plan(), () -> actor.applyByHand(pending, context())));
    }

    /** Why a proposal does not fit the node as it is now; empty if it does. */
    private Optional<Reason> outdated(Proposal pending) {
        Workload proposedFor = pending.plan().workload();
        boolean tells = window != null
                && window.valid()
                && window.operations() >= decider.limits().minOperations();
        if (tells
                && !window.workload()
                        .isNear(proposedFor, decider.limits().change().minChange())) {
            return Optional.of(new ProposalOutdated(
                    pending.decided().id(),
                    proposedFor.toMap(),
                    window.workload().toMap()));
        }
        return pending.plan().rewritesData() ? node.rewriteObstacle().map(reason -> reason) : Optional.empty();
    }

    @Override
    public synchronized DecisionRecord rollback() {
        Optional<Proposal> stuck = actor.rollbackFailed();
        if (stuck.isPresent()) {
            changes.end();
            return published(executeAndFollow(stuck.get().plan(), () -> actor.retryFailedRollback(context())));
        }
        return published(rollBack(
                new RolledBackByOperator(
                        actor.caller(), actor.lastApplied().decided().id()),
                true));
    }

    @Override
    public synchronized void pause(String reason) {
        String why = reason == null || reason.isBlank()
                ? "no reason given"
                : reason.strip().replaceAll("\\s+", " ");
        orders.pause(why);
        verb("pause", why);
    }

    @Override
    public synchronized void resume() {
        orders.resume();
        pendingRollback = null;
        faults.reset();
        record.reset();
        verb("resume", "");
    }

    @Override
    public synchronized String stop() {
        changes.end();
        pendingRollback = null;
        return ReasonText.of(shutdown.stop(context()));
    }

    @Override
    public synchronized void setMode(String name) {
        mode = Mode.parse(name);
        pendingRollback = null;
        verb("setMode", mode.toString());
    }

    @Override
    public synchronized String reloadModel(String path) {
        try {
            Path loaded = models.load(path == null ? "" : path.strip());
            record.reset();
            actor.forgetProposal();
            verb("reloadModel", loaded.toString());
            return "loaded " + loaded;
        } catch (BundleException refused) {
            publish();
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
    }

    @Override
    public synchronized List<DecisionRecord> history(int n) {
        return List.copyOf(actor.history(n));
    }

    @Override
    public TunerStatus status() {
        return board.status(clock.instant());
    }

    @Override
    public Map<String, String> configuration() {
        return node.shown();
    }

    /** The code of the last window's hold; empty if it was no hold. */
    public Optional<String> holding() {
        return Optional.ofNullable(holding);
    }

    /** The last applied proposal that is in place; empty if there is none. */
    public Optional<Proposal> lastApplied() {
        return actor.inPlace();
    }

    /**
     * Rolls the last change back if it made the node worse. A rollback that is impossible now is tried again.
     *
     * @return whether a rollback was tried
     */
    private boolean rollBackPending() {
        if (pendingRollback == null || orders.paused().isPresent() || mode != Mode.AUTO) {
            return false;
        }
        boolean rewrites = actor.lastApplied().plan().rewritesData();
        if (rewrites
                && (!health.conditions().isEmpty() || node.rewriteObstacle().isPresent())) {
            return false;
        }
        holding = null;
        try {
            rollBack(new RolledBackForRegression(actor.lastApplied().decided().id(), pendingRollback), false);
        } catch (IllegalStateException e) {
            // log and status show the failure; the rollback is still pending
        }
        return true;
    }

    /** Stops a rewrite and restores the former options. A full disk may prevent the record in the journal. */
    private void abortRewrite(RewriteAbort why) {
        boolean diskRunsOut = why instanceof DiskRunsOut;
        boolean rollsBack = diskRunsOut || (mode == Mode.AUTO && orders.paused().isEmpty());
        boolean isLast = actor.inPlace()
                .filter(last -> last.decided().id().equals(rewrites.decision()))
                .isPresent();
        if (rollsBack && isLast) {
            try {
                rollBack(new RewriteAborted(rewrites.decision(), why), diskRunsOut);
            } catch (IllegalStateException e) {
                // log and status show the failure; the next sample tries again
            }
        }
        if (diskRunsOut || (rollsBack && isLast)) {
            rewrites.stop();
        }
    }

    /** @param byHand whether an operator requested it; then it is executed even if the journal cannot record it */
    private DecisionRecord rollBack(ActionReason why, boolean byHand) {
        Proposal undone = actor.lastApplied();
        changes.end();
        markDecided(window);
        DecisionRecord result = executeAndFollow(undone.plan(), () -> actor.rollBack(why, byHand, context()));
        pendingRollback = null;
        record.rolledBack(undone);
        return result;
    }

    private DecisionRecord decide(boolean asked) {
        DecisionInput situation = situation(asked);
        Optional<Hold> hold = decider.beforeSearch(situation);
        Decision decision = hold.isPresent() ? hold.get() : search(situation);
        if (hold.isEmpty() && decision instanceof Hold found && !isConfigurationUnknown(found)) {
            // the model would no longer propose it
            actor.forgetProposal();
        }
        return act(decision, asked);
    }

    private Decision search(DecisionInput situation) {
        LoadedModel model = models.loaded().orElseThrow();
        knobs.acceptCurrent(situation.now());
        Configuration now;
        try {
            now = node.read(model.space());
        } catch (NodeException e) {
            return new Hold(new ConfigurationUnknown(e.failure()));
        } catch (IllegalArgumentException e) {
            return new Hold(new UnknownModelKnob(e.getMessage()));
        }
        RewriteCostPolicy terms = rewrites.terms(situation.now());
        Optional<Plan> found = Optional.empty();
        HoldReason nothing = null;
        try {
            found = Optional.of(proposer.plan(
                    model,
                    now,
                    window.workload(),
                    SEED,
                    terms,
                    knobs.yieldedKnobs(situation.now(), decider.limits().externalChangeHold())
                            .keySet()));
        } catch (IllegalStateException e) {
            nothing = new NoFeasibleConfiguration(e.getMessage());
        }
        if (!situation.asked()) {
            // only now, because a search that fails with an error decides nothing
            markDecided(window);
            rewriteDeferred = terms.obstacle().isPresent()
                    && found.flatMap(Plan::deferred).isPresent();
        }
        return found.isPresent() ? decider.about(found.get(), situation) : new Hold(nothing);
    }

    private static boolean isConfigurationUnknown(Hold hold) {
        return hold.reason() instanceof ConfigurationUnknown || hold.reason() instanceof UnknownModelKnob;
    }

    private DecisionRecord act(Decision decision, boolean asked) {
        boolean isContinuation =
                !asked && decision instanceof Hold hold && hold.reason().code().equals(holding);
        holding = decision instanceof Hold hold && !asked ? hold.reason().code() : null;
        if (decision instanceof Propose propose) {
            return actor.propose(propose, context());
        } else if (decision instanceof Apply apply) {
            DecisionRecord result = executeAndFollow(apply.plan(), () -> actor.apply(apply, context()));
            if (actor.problem().isPresent()) {
                // not recorded and therefore not executed; the next window tries again
                decided = null;
            }
            return result;
        }
        return actor.hold((Hold) decision, isContinuation, context());
    }

    /** Executes a change of the node, and follows its compactions. */
    private DecisionRecord executeAndFollow(Plan plan, Supplier<DecisionRecord> change) {
        // the result starts a new hold
        holding = null;
        Optional<RewriteReading> before = rewrites.before(plan);
        DecisionRecord result = change.get();
        boolean done = result.isDone();
        boolean applies = result.kind().equals("apply");
        if (plan.rewritesData() && (done || !applies)) {
            rewrites.begun(result.id(), clock.instant(), before, applies ? plan.rewrite() : Optional.empty());
        }
        if (done && applies) {
            pendingRollback = null;
            changes.begin(new Proposal(result, plan, models.id()), window);
        }
        return result;
    }

    /** Sets the window that the next ones are compared with. A window without operations cannot be compared. */
    private void markDecided(Window reference) {
        if (reference != null && reference.operations() > 0) {
            decided = reference;
        }
    }

    private void verb(String name, String argument) {
        decided = null;
        holding = null;
        actor.verb(name, argument);
        publish();
    }

    private DecisionRecord published(DecisionRecord result) {
        holding = null;
        publish();
        return result;
    }

    private DecisionContext context() {
        return new DecisionContext(clock.instant(), Optional.ofNullable(window), models.id());
    }

    private DecisionInput situation(boolean asked) {
        return new DecisionInput(
                clock.instant(),
                mode,
                orders.paused(),
                Optional.ofNullable(window),
                Optional.ofNullable(before),
                Optional.ofNullable(decided),
                actor.changedAt(),
                models.loaded().map(model -> model),
                record.rolledBack(models.id()),
                actor.spent(),
                health.conditions(),
                record.wrong(models.id()),
                asked);
    }

    private void publish() {
        Instant now = clock.instant();
        List<Problem> problems = new ArrayList<>();
        models.problem().ifPresent(problems::add);
        actor.problem().ifPresent(problems::add);
        orders.stopped().ifPresent(problems::add);
        actor.rollbackFailed()
                .ifPresent(left -> problems.add(new NotApplied(
                        left.decided().id(), left.decided().readBack().orElseThrow())));
        DecisionInput situation = situation(false);
        (mode == Mode.AUTO || mode == Mode.APPROVE ? decider.untrusted(situation) : decider.modelUnreliable(situation))
                .ifPresent(why -> problems.add(new AdviceOnly(why)));
        List<Activity> activities = new ArrayList<>();
        changes.status(now).ifPresent(activities::add);
        if (pendingRollback != null) {
            activities.add(new RollbackPending(pendingRollback));
        }
        activities.addAll(knobs.yieldingKnobs(now, decider.limits().externalChangeHold()));
        boolean works = !faults.tooMany() && orders.stopped().isEmpty();
        board.show(
                now,
                mode,
                works,
                faults,
                problems,
                activities,
                rewrites.status(now),
                actor,
                models.facts(),
                knobs.states());
    }
}
