package io.rafiki.control.machine;

import io.rafiki.control.machine.NodeReading.AbortedRewrite;
import io.rafiki.decision.HoldReason.RollbackAwaited;
import io.rafiki.decision.Mode;
import io.rafiki.decision.RewriteAbort.PaybackImpossible;
import io.rafiki.reason.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A change that made the node worse, or whose rewrite of data must stop, and that is rolled back as soon as possible. Each failure doubles
 * the time until the next attempt.
 *
 * @param decision its id
 * @param cause why it is rolled back: evidence, or the reason to stop its rewrite
 * @param urgent whether it is rolled back in every mode, because a disk becomes full
 * @param begun whether a failed attempt may have begun to rewrite data
 * @param failures failed attempts
 * @param next time of the next attempt
 * @param obstacle what prevented it at the last window; empty if nothing did
 */
public record PendingRollback(
        String decision,
        Reason cause,
        boolean urgent,
        boolean begun,
        int failures,
        Instant next,
        Optional<Reason> obstacle) {

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final int LONGEST = 6;
    private static final Duration LONGEST_PAUSE = FIRST_PAUSE.multipliedBy(1L << LONGEST);

    static PendingRollback of(String decision, Reason cause, boolean urgent, Instant now) {
        return new PendingRollback(decision, cause, urgent, false, 0, now, Optional.empty());
    }

    /**
     * After a failed attempt: the next one follows after 1, 2, 4 ... 64 minutes.
     *
     * @param rewrites whether the attempt may have begun to rewrite data
     */
    PendingRollback failed(Instant now, boolean rewrites) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, LONGEST));
        return new PendingRollback(
                decision, cause, urgent, begun || rewrites, failures + 1, now.plus(pause), Optional.empty());
    }

    /**
     * Whether the tuner rolls it back by itself.
     *
     * @param mode present mode
     * @param isPaused whether an operator paused the tuner
     */
    public boolean isAutomatic(Mode mode, boolean isPaused) {
        return urgent || (mode == Mode.AUTO && !isPaused);
    }

    /**
     * Whether its cause no longer exists: the rewrite is complete or can pay back in time. A rollback that has begun is
     * completed.
     *
     * @param abort the rewrite that must stop now; empty if none must
     */
    boolean isOutdated(Optional<AbortedRewrite> abort) {
        return cause instanceof PaybackImpossible && !begun && abort.isEmpty();
    }

    /** Whether the next attempt is due. A clock that was set back delays it by the longest pause at most. */
    boolean isDue(Instant now) {
        return !now.isBefore(next) || next.isAfter(now.plus(LONGEST_PAUSE));
    }

    /** The same at another window. */
    PendingRollback waitingFor(Optional<Reason> found) {
        return new PendingRollback(decision, cause, urgent, begun, failures, next, found);
    }

    RollbackAwaited awaited() {
        return new RollbackAwaited(decision, failures, obstacle);
    }
}
