package io.rafiki.control.rewrite;

import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.Rewriting;
import io.rafiki.control.reason.Activity.RewritingUnknown;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.decision.Budget;
import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Plan;
import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.RewriteAbort;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.decision.RewriteObstacle.RewriteTooRecent;
import io.rafiki.decision.RewriteProgress;
import io.rafiki.node.NodeException;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.TableName;
import io.rafiki.reason.Reason;
import io.rafiki.workload.CounterSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds the {@link RewriteProgress} of the last change that rewrites data, and states when the next rewrite is allowed: after its end, after
 * its payback horizon, and within the daily budget.
 */
public final class CompactionMonitor {

    private final NodeCompactions node;
    private final RewriteThrottle throttle;
    private final CompactionRates rates;
    private final RewriteCostLimits limits;
    private final Budget budget;
    private final ControlLog log;
    private final LoopTimings timings;
    private final ClientsBefore served = new ClientsBefore();
    private final MonotonicTime time = new MonotonicTime();

    /** The last rewrite; null before the first, and until the node could be read. */
    private RewriteProgress progress;

    private String decision = "";
    private List<TableName> tables = List.of();
    private Optional<RewriteRepaid> price = Optional.empty();
    private boolean isRollback;
    private Instant begunAt;
    private Reason failure;

    public CompactionMonitor(
            NodeCompactions node,
            RewriteThrottle throttle,
            CompactionRates rates,
            GuardrailConfig limits,
            ControlLog log,
            LoopTimings timings) {
        this.node = node;
        this.throttle = throttle;
        this.rates = rates;
        this.limits = limits.rewriting();
        this.budget = limits.budget();
        this.log = log;
        this.timings = timings;
    }

    /** The state before some changes, if one rewrites data; empty if none does, or if it cannot be read. */
    public Optional<RewriteReading> before(List<Change> changes) {
        Optional<List<TableName>> rewritten = node.rewritten(changes);
        if (rewritten.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(node.reading(rewritten.get()));
        } catch (NodeException unknown) {
            return Optional.empty();
        }
    }

    /**
     * Starts to follow a change.
     *
     * @param id of its decision
     * @param before the state before it
     * @param repaid cost and payback; empty if the change was not predicted
     * @param undoes whether it is a rollback, which is never stopped
     */
    public void begun(
            String id, Instant at, Optional<RewriteReading> before, Optional<RewriteRepaid> repaid, boolean undoes) {
        decision = id;
        isRollback = undoes;
        tables = before.map(RewriteReading::tables).orElseGet(node::rewritten);
        begunAt = time.of(at);
        price = repaid;
        failure = null;
        progress = before.map(this::begin).orElse(null);
        throttle.begin(id, at, begunAt, limits.throughputLoss(), served, before);
    }

    private RewriteProgress begin(RewriteReading reading) {
        return RewriteProgress.begin(decision, price, limits.paybackHorizon(), reading, begunAt);
    }

    /** Reads the node's compactions. Called once per sample. */
    public void refresh(Instant now, CounterSample sample) {
        Instant monotonic = time.sample(now, sample.nanoTime());
        rates.refresh(now, monotonic, sample);
        if (!isUnderWay()) {
            if (rates.areClientsUsual()) {
                served.add(monotonic, sample.clients());
            } else {
                served.skip(sample.clients());
            }
            return;
        }
        try {
            RewriteReading reading = node.reading(tables);
            progress = progress == null ? begin(reading) : progress.next(reading, monotonic);
            failure = null;
            throttle.refresh(monotonic, sample.clients(), reading);
        } catch (NodeException e) {
            failure = e.failure();
            throttle.miss(monotonic);
        }
        if (!isUnderWay()) {
            throttle.end();
            served.clear();
            timings.took(Step.REWRITE, elapsed(now));
            log.info("[" + decision + "] rewrote the data in " + elapsed(now).toSeconds() + " s");
        }
    }

    /** The action that is due: a change of the limit of compactions, or the next compaction of a trial. */
    public Optional<CompactionAction> action() {
        return throttle.action().or(rates::nextTrial);
    }

    /** Executes an action. */
    public void execute(CompactionAction action) {
        if (action instanceof CompactionAction.Throttle limit) {
            throttle.execute(limit);
        } else if (action instanceof CompactionAction.Trial compaction) {
            rates.begin(compaction);
        }
    }

    /** Undoes the temporary actions: restores the limit of compactions, and stops a trial compaction. */
    public void undo(Instant now) {
        throttle.restore();
        rates.stopTrial(now);
    }

    /** Whether the limit of compactions is under control. */
    public boolean isThrottling() {
        return throttle.isActive();
    }

    /** The control of the limit of compactions; empty if there is none. */
    public Optional<Activity> throttled() {
        return throttle.status();
    }

    /** As {@link CompactionRates#isTrialAwaited}. */
    public boolean isTrialAwaited() {
        return rates.isTrialAwaited();
    }

    /** As {@link CompactionRates#trial}. */
    public Optional<TrialNeed> trial(Plan plan) {
        return rates.trial(plan);
    }

    /** Why the node does not permit a rewrite of its tables now; empty if it does. */
    public Optional<RewriteObstacle> nodeObstacle() {
        return node.obstacle(node.rewritten());
    }

    /** Why the node does not permit some changes now; empty if it does, or if none rewrites data. */
    public Optional<RewriteObstacle> nodeObstacle(List<Change> changes) {
        return node.rewritten(changes).flatMap(node::obstacle);
    }

    /** Why an operator cannot begin another rewrite now: the last one runs, or the node does not permit it. */
    public Optional<RewriteObstacle> obstacle() {
        return running().or(this::nodeObstacle);
    }

    private Optional<RewriteObstacle> running() {
        return isUnderWay()
                ? Optional.of(new RewriteRunning(decision, progress == null ? 0 : progress.share()))
                : Optional.empty();
    }

    private boolean isUnderWay() {
        return begunAt != null && (progress == null || progress.running());
    }

    /** Why the rewrite must stop; empty if it may continue. A rollback is never stopped. */
    public Optional<RewriteAbort> abort() {
        return isRollback ? Optional.empty() : Optional.ofNullable(progress).flatMap(RewriteProgress::abort);
    }

    /** The decision of the last rewrite; empty if there is none. */
    public String decision() {
        return decision;
    }

    /** Stops the running compactions of the rewritten tables. A failure is logged. */
    public void stop() {
        try {
            node.stop(tables);
        } catch (NodeException e) {
            log.warn("[" + decision + "] the compactions cannot be stopped: " + e.getMessage());
        }
    }

    /** The progress; empty while no change rewrites data. */
    public Optional<Activity> status(Instant now) {
        if (!isUnderWay()) {
            return Optional.empty();
        }
        if (failure != null || progress == null) {
            return Optional.of(new RewritingUnknown(decision, Optional.ofNullable(failure), elapsed(now)));
        }
        Optional<Duration> remaining = progress.estimate()
                .map(estimate -> estimate.expected().minus(progress.elapsed()))
                .filter(duration -> !duration.isZero());
        return Optional.of(new Rewriting(decision, progress.bytes(), progress.share(), elapsed(now), remaining));
    }

    /** Whether a trial, compilation or the rewrite can explain slower clients. A rewrite can until the payback horizon is over. */
    public boolean explainsSlowdown(Instant now) {
        return !rates.areClientsUsual() || (isUnderWay() && elapsed(now).compareTo(limits.paybackHorizon()) < 0);
    }

    /**
     * Why a rewrite of data is not allowed now; empty if it is.
     *
     * @param spent the changes so far
     * @param nodeObstacle why the node cannot rewrite data
     */
    public Optional<RewriteObstacle> violation(
            Instant now, ChangeCounts spent, Optional<RewriteObstacle> nodeObstacle) {
        Optional<RewriteObstacle> running = running();
        if (running.isPresent()) {
            return running;
        }
        if (begunAt != null && elapsed(now).compareTo(limits.paybackHorizon()) < 0) {
            return Optional.of(new RewriteTooRecent(decision, elapsed(now), limits.paybackHorizon()));
        }
        return budget.rewriteViolation(spent, now)
                .<RewriteObstacle>map(violation -> violation)
                .or(() -> nodeObstacle);
    }

    /** The conditions of a rewrite of some tables. */
    public RewriteCostPolicy terms(Instant now, ChangeCounts spent, List<TableName> some) {
        return new RewriteCostPolicy(rates.price(some, limits), violation(now, spent, node.obstacle(some)));
    }

    private Duration elapsed(Instant now) {
        Duration elapsed = Duration.between(begunAt, time.of(now));
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }
}
