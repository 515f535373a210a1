package io.rafiki.control;

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

    /** A change that made the node slower is rolled back as soon as possible. */
    record RollbackPending(Evidence evidence) implements Activity {}

    /** A knob keeps the value that another client set. */
    record KnobYielded(String knob, Instant until) implements Activity {}

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

    /** The next window is not complete. */
    record AwaitsWindow(Duration remaining, Duration elapsed, Duration length, long operations, long required)
            implements Activity {}
}
