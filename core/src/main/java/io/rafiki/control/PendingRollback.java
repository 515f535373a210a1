package io.rafiki.control;

import io.rafiki.decision.Evidence;
import java.time.Duration;
import java.time.Instant;

/**
 * A change that made the node worse and is rolled back as soon as possible. Each failure doubles the time until the next attempt.
 *
 * @param decision its id
 * @param evidence why it is rolled back
 * @param failures failed attempts
 * @param next time of the next attempt
 */
record PendingRollback(String decision, Evidence evidence, int failures, Instant next) {

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final int LONGEST = 6;

    static PendingRollback of(String decision, Evidence evidence, Instant now) {
        return new PendingRollback(decision, evidence, 0, now);
    }

    /** After a failed attempt: the next one follows after 1, 2, 4 ... 64 minutes. */
    PendingRollback failed(Instant now) {
        return new PendingRollback(
                decision,
                evidence,
                failures + 1,
                now.plus(FIRST_PAUSE.multipliedBy(1L << Math.min(failures, LONGEST))));
    }
}
