package io.rafiki.decision;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost of a new compaction strategy, which rewrites all live data of the tables once.
 *
 * <p>With transition time {@code T}, throughput loss {@code d} during the transition and gain {@code g} after it, the loss is repaid {@code
 * T + T d / g} after the change.
 *
 * @param bytes live data of the tables
 * @param transition duration of the rewrite
 * @param throughputLoss share of the throughput that clients lose during the rewrite, 0 to 1
 */
public record RewriteCost(long bytes, Duration transition, double throughputLoss) {

    /**
     * The cost on a node.
     *
     * @param bytes live data of the tables
     * @param throttle the node's limit on compaction throughput in bytes per second; empty if it has none
     */
    public static RewriteCost of(long bytes, OptionalDouble throttle, RewriteCostLimits limits) {
        double rate = Math.min(limits.bytesPerSecond(), throttle.orElse(Double.POSITIVE_INFINITY));
        return new RewriteCost(bytes, Duration.ofMillis(Math.round(1_000 * bytes / rate)), limits.throughputLoss());
    }

    /** The time from the change until the gain has repaid the loss; empty if it never does. */
    public Optional<Duration> payback(double gain) {
        double seconds = transition.toMillis() / 1e3;
        double payback = seconds + seconds * throughputLoss / gain;
        return gain > 0 && payback < Integer.MAX_VALUE
                ? Optional.of(Duration.ofMillis(Math.round(1_000 * payback)))
                : Optional.empty();
    }
}
