package io.rafiki.agent;

import io.rafiki.decision.Budget;
import io.rafiki.decision.Limits;
import io.rafiki.decision.RewriteLimits;
import io.rafiki.decision.RewriteTerms;
import io.rafiki.decision.Spent;
import io.rafiki.node.NodeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a change that has the node rewrite its data until its compactions are over, and says on what terms the next may be made:
 * not before that, not before the time has passed over which the gain of the last was reckoned, and within the budget of a day.
 */
final class RewriteWatch {

    private static final Logger LOG = LoggerFactory.getLogger("io.rafiki");

    /** Between two compactions of one rewriting there is a moment without any. */
    private static final int QUIET_SAMPLES = 3;

    private final Node node;
    private final RewriteLimits limits;
    private final Budget budget;
    private final Supplier<Spent> spent;
    private String decision = "";
    private Instant begunAt;
    private int before;
    private int quiet;
    private boolean underWay;
    private String found = "";

    /** @param spent of the budget so far */
    RewriteWatch(Node node, Limits limits, Supplier<Spent> spent) {
        this.node = node;
        this.limits = limits.rewriting();
        this.budget = limits.budget();
        this.spent = spent;
    }

    /** Compactions that are pending without our doing; to be asked before the change. None if the node does not tell. */
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
        found = pending + " compactions were pending before";
    }

    /** Looks whether the compactions are over; to be called once a sample. */
    void look(Instant now) {
        if (!underWay) {
            return;
        }
        try {
            int pending = node.pendingCompactions();
            quiet = pending <= before ? quiet + 1 : 0;
            found = pending + (pending == 1 ? " compaction" : " compactions") + " pending, " + before + " before";
        } catch (NodeException unknown) {
            quiet = 0;
            found = unknown.getMessage();
        }
        if (quiet == QUIET_SAMPLES) {
            underWay = false;
            LOG.info("[{}] rewritten in {} s: {}", decision, seconds(now), found);
        }
    }

    /** What goes on, in one phrase; empty while nothing is rewritten for our sake. */
    Optional<String> status(Instant now) {
        return underWay
                ? Optional.of("rewriting for [" + decision + "]: " + found + ", " + seconds(now) + " s so far")
                : Optional.empty();
    }

    /** Whether what clients feel may be the rewriting's doing: until it is over, or ought to have paid. */
    boolean isExcuse(Instant now) {
        return underWay && now.isBefore(begunAt.plus(limits.lookAhead()));
    }

    /** Why no data may be rewritten now, in one phrase; empty if they may. */
    Optional<String> obstacle(Instant now) {
        if (underWay) {
            return Optional.of("the rewriting of [" + decision + "] is not over, " + found);
        }
        return begunAt == null || !now.isBefore(begunAt.plus(limits.lookAhead()))
                ? budget.objectionToRewriting(spent.get(), now).or(node::shortOfDisk)
                : Optional.of(
                        "[" + decision + "] rewrote the data " + seconds(now) + " s ago, and the next may come after "
                                + limits.lookAhead().toSeconds() + " s");
    }

    RewriteTerms terms(Instant now) {
        return new RewriteTerms(node.rewrite(limits), obstacle(now));
    }

    private long seconds(Instant now) {
        return Math.max(0, Duration.between(begunAt, now).toSeconds());
    }
}
