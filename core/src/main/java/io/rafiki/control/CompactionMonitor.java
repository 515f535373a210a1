package io.rafiki.control;

import io.rafiki.control.Activity.Rewriting;
import io.rafiki.control.Activity.RewritingUnknown;
import io.rafiki.decision.Budget;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.decision.RewriteObstacle.RewriteTooRecent;
import io.rafiki.node.NodeException;
import io.rafiki.reason.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Follows the compactions after a change that rewrites data, and states when the next rewrite is allowed: after their end, after the payback
 * horizon of the last one, and within the daily budget.
 */
final class CompactionMonitor {

    /** Samples without compactions that end a rewrite. Between two compactions of one rewrite there may be a pause. */
    private static final int QUIET_SAMPLES = 3;

    private final TunedNode node;
    private final RewriteCostLimits limits;
    private final Budget budget;
    private final ControlLog log;
    private String decision = "";
    private Instant begunAt;
    private int before;
    private int quiet;
    private boolean underWay;
    private int pending;
    private Reason failure;

    CompactionMonitor(TunedNode node, GuardrailConfig limits, ControlLog log) {
        this.node = node;
        this.limits = limits.rewriting();
        this.budget = limits.budget();
        this.log = log;
    }

    /** Pending compactions before a change; 0 if they cannot be read. */
    int pending() {
        try {
            return node.pendingCompactions();
        } catch (NodeException unknown) {
            return 0;
        }
    }

    /**
     * Starts to follow a change.
     *
     * @param id of its decision
     * @param pending compactions before it
     */
    void begun(String id, Instant at, int pending) {
        decision = id;
        begunAt = at;
        before = pending;
        quiet = 0;
        underWay = true;
        this.pending = pending;
        failure = null;
    }

    /** Checks whether the compactions have ended. Called once per sample. */
    void refresh(Instant now) {
        if (!underWay) {
            return;
        }
        try {
            pending = node.pendingCompactions();
            quiet = pending <= before ? quiet + 1 : 0;
            failure = null;
        } catch (NodeException e) {
            quiet = 0;
            failure = e.failure();
        }
        if (quiet == QUIET_SAMPLES) {
            underWay = false;
            log.info("[" + decision + "] rewrote the data in " + elapsed(now).toSeconds() + " s");
        }
    }

    /** The progress; empty while no change rewrites data. */
    Optional<Activity> status(Instant now) {
        if (!underWay) {
            return Optional.empty();
        }
        return Optional.of(
                failure == null
                        ? new Rewriting(decision, pending, before, elapsed(now))
                        : new RewritingUnknown(decision, failure, elapsed(now)));
    }

    /** Whether the rewrite can explain slower clients: until it ends, or its payback horizon is over. */
    boolean explainsSlowdown(Instant now) {
        return underWay && now.isBefore(begunAt.plus(limits.paybackHorizon()));
    }

    /**
     * Why a rewrite of data is not allowed now; empty if it is.
     *
     * @param spent the changes so far
     */
    Optional<RewriteObstacle> violation(Instant now, ChangeCounts spent) {
        if (underWay) {
            return Optional.of(new RewriteRunning(decision, pending, before));
        }
        if (begunAt != null && now.isBefore(begunAt.plus(limits.paybackHorizon()))) {
            return Optional.of(new RewriteTooRecent(decision, elapsed(now), limits.paybackHorizon()));
        }
        return budget.rewriteViolation(spent, now)
                .<RewriteObstacle>map(violation -> violation)
                .or(node::diskShortage);
    }

    RewriteCostPolicy terms(Instant now, ChangeCounts spent) {
        return new RewriteCostPolicy(node.rewrite(limits), violation(now, spent));
    }

    private Duration elapsed(Instant now) {
        Duration elapsed = Duration.between(begunAt, now);
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }
}
