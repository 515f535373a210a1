package io.rafiki.decision;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A node's limits on compactions.
 *
 * @param compactors maximum number of parallel compactions
 * @param throttle bytes per second of all compactions together; empty without a limit
 */
public record RewriteCapacity(int compactors, OptionalDouble throttle) {

    private static final double MEBIBYTE = 1 << 20;

    /** The limits after a plan's changes. */
    public RewriteCapacity after(List<Change> changes) {
        RewriteCapacity next = this;
        for (Change change : changes) {
            if (change.knob().equals("concurrent_compactors") && change.to() instanceof Number number) {
                next = new RewriteCapacity(number.intValue(), next.throttle());
            } else if (change.knob().equals("compaction_throughput")) {
                next = new RewriteCapacity(
                        next.compactors(),
                        change.to() instanceof Number number
                                ? OptionalDouble.of(number.doubleValue() * MEBIBYTE)
                                : OptionalDouble.empty());
            }
        }
        return next;
    }
}
