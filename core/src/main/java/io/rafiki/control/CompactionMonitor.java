package io.rafiki.control;

import io.rafiki.control.Activity.Rewriting;
import io.rafiki.control.Activity.RewritingUnknown;
import io.rafiki.decision.Budget;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.CompactionHistory;
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
import io.rafiki.reason.Reason;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Holds the {@link CompactionHistory} of the node and the {@link RewriteProgress} of the last change that rewrites data, and states when the
 * next rewrite is allowed: after its end, after its payback horizon, and within the daily budget.
 */
final class CompactionMonitor {

    private final TunedNode node;
    private final RewriteCostLimits limits;
    private final Budget budget;
    private final Supplier<ChangeCounts> spent;
    private final ControlLog log;
    private CompactionHistory history = CompactionHistory.NONE;
    /** The last rewrite; null before the first, and until the node could be read. */
    private RewriteProgress progress;

    private String decision = "";
    private Optional<RewriteRepaid> price = Optional.empty();
    private Instant begunAt;
    private Reason failure;

    /** @param spent the changes so far */
    CompactionMonitor(TunedNode node, GuardrailConfig limits, Supplier<ChangeCounts> spent, ControlLog log) {
        this.node = node;
        this.limits = limits.rewriting();
        this.budget = limits.budget();
        this.spent = spent;
        this.log = log;
    }

    /** The state before a change that rewrites data; empty for another change, or if it cannot be read. */
    Optional<RewriteReading> before(Plan plan) {
        if (!plan.rewritesData()) {
            return Optional.empty();
        }
        try {
            return Optional.of(node.rewriteReading());
        } catch (NodeException unknown) {
            return Optional.empty();
        }
    }

    /**
     * Starts to follow a change.
     *
     * @param id of its decision
     * @param before the state before it
     * @param repaid cost and payback; empty for a rollback
     */
    void begun(String id, Instant at, Optional<RewriteReading> before, Optional<RewriteRepaid> repaid) {
        decision = id;
        begunAt = at;
        price = repaid;
        failure = null;
        progress = before.map(reading -> begin(reading, at)).orElse(null);
    }

    private RewriteProgress begin(RewriteReading reading, Instant at) {
        return RewriteProgress.begin(decision, price, limits.paybackHorizon(), reading, at);
    }

    /** Reads the node's compactions. Called once per sample. */
    void refresh(Instant now, ClientCounts clients) {
        try {
            history = history.next(node.compactions(now, clients));
        } catch (NodeException unknown) {
            history = history.gap();
        }
        if (!isUnderWay()) {
            return;
        }
        try {
            RewriteReading reading = node.rewriteReading();
            progress = progress == null ? begin(reading, begunAt) : progress.next(reading, now);
            failure = null;
        } catch (NodeException e) {
            failure = e.failure();
        }
        if (!isUnderWay()) {
            log.info("[" + decision + "] rewrote the data in " + elapsed(now).toSeconds() + " s");
        }
    }

    private boolean isUnderWay() {
        return begunAt != null && (progress == null || progress.running());
    }

    /** Why the rewrite must stop; empty if it may continue. */
    Optional<RewriteAbort> abort() {
        return Optional.ofNullable(progress).flatMap(RewriteProgress::abort);
    }

    /** The decision of the last rewrite; empty if there is none. */
    String decision() {
        return decision;
    }

    /** Stops the running compactions of the tuned tables. A failure is logged; the next sample tries again. */
    void stop() {
        try {
            node.stopCompactions();
        } catch (NodeException e) {
            log.warn("[" + decision + "] the compactions cannot be stopped: " + e.getMessage());
        }
    }

    /** The progress; empty while no change rewrites data. */
    Optional<Activity> status(Instant now) {
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

    /** Whether the rewrite can explain slower clients: until it ends, or its payback horizon is over. */
    boolean explainsSlowdown(Instant now) {
        return isUnderWay() && now.isBefore(begunAt.plus(limits.paybackHorizon()));
    }

    /** Why a rewrite of data is not allowed now; empty if it is. */
    Optional<RewriteObstacle> violation(Instant now) {
        if (isUnderWay()) {
            return Optional.of(new RewriteRunning(decision, progress == null ? 0 : progress.share()));
        }
        if (begunAt != null && now.isBefore(begunAt.plus(limits.paybackHorizon()))) {
            return Optional.of(new RewriteTooRecent(decision, elapsed(now), limits.paybackHorizon()));
        }
        return budget.rewriteViolation(spent.get(), now)
                .<RewriteObstacle>map(violation -> violation)
                .or(node::rewriteObstacle);
    }

    RewriteCostPolicy terms(Instant now) {
        return new RewriteCostPolicy(node.rewrite(limits, history), violation(now));
    }

    private Duration elapsed(Instant now) {
        Duration elapsed = Duration.between(begunAt, now);
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }
}
