package io.rafiki.control.reason;

import io.rafiki.decision.Evidence;
import io.rafiki.reason.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What the tuner does or waits for. The status line shows it. */
public sealed interface Activity extends Reason {

    /** A change cools down; its observation begins afterwards. */
    record Settling(String decision) implements Activity {}

    /** The effect of a change is observed. */
    record Observing(String decision, Duration remaining, Evidence evidence) implements Activity {}

    /** A change that made the node slower, or whose rewrite must stop, is rolled back as soon as possible. */
    record RollbackPending(Reason evidence) implements Activity {}

    /** The same change, while the mode or a pause permits no rollback by the tuner. */
    record RollbackSuspended(Reason evidence) implements Activity {}

    /** An operator paused the tuner since the last decision. */
    record DecisionsPaused(String why) implements Activity {}

    /** A knob keeps the value that another client set. */
    record KnobYielded(String knob, Instant until) implements Activity {}

    /** A knob, or some tables, keep their values because they cannot be tuned. */
    record NotTuned(Reason because) implements Activity {}

    /**
     * The node rewrites data because of a change.
     *
     * @param bytes of the tables before the change
     * @param share completed share
     * @param remaining estimate; empty if it is unknown
     */
    record Rewriting(String decision, long bytes, double share, Duration elapsed, Optional<Duration> remaining)
            implements Activity {}

    /** The node rewrites data because of a change, and its compactions cannot be read. */
    record RewritingUnknown(String decision, Optional<Reason> failure, Duration elapsed) implements Activity {}

    /**
     * The limit of compactions is lower, so that clients lose no more than allowed during a rewrite.
     *
     * @param limit in MiB per second; 0 for none
     * @param before limit before the rewrite
     * @param loss share of the throughput that clients lose
     * @param exhausted the limit, if clients lose more although it is the smallest one
     */
    record RewriteThrottled(long limit, long before, double loss, double allowed, Optional<Long> exhausted)
            implements Activity {}

    /** The settings exclude the limit of compactions, so a rewrite is not slowed. */
    record ThrottleExcluded() implements Activity {}

    /** Another client set the limit of compactions, so a rewrite is not slowed further. */
    record ThrottleSetExternally() implements Activity {}

    /** The limit of compactions cannot be tuned, so a rewrite is not slowed. */
    record ThrottleUnreadable(Reason failure) implements Activity {}

    /** The next window is not complete. */
    record AwaitsWindow(Duration remaining, Duration elapsed, Duration length, long operations, long required)
            implements Activity {}
}
