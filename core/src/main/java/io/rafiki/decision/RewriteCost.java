package io.rafiki.decision;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The price of giving the tables another compaction: all of their live data are written once more while clients wait for it.
 *
 * <p>With {@code T} the seconds of that transition, {@code d} the share of the throughput that is lost in it and {@code g} the gain
 * after it, what was lost is made up for {@code T + T d / g} seconds after the change.
 *
 * @param bytes live data of the tables
 * @param transition how long they take to rewrite
 * @param throughputLoss share of the throughput that clients lose meanwhile, 0 to 1
 */
public record RewriteCost(long bytes, Duration transition, double throughputLoss) {

    /**
     * The price on a node.
     *
     * @param bytes live data of the tables
     * @param throttle the node's own limit on compactions in bytes a second; empty if it has none
     */
    public static RewriteCost of(long bytes, OptionalDouble throttle, RewriteCostLimits limits) {
        double rate = Math.min(limits.bytesPerSecond(), throttle.orElse(Double.POSITIVE_INFINITY));
        return new RewriteCost(bytes, Duration.ofMillis(Math.round(1_000 * bytes / rate)), limits.throughputLoss());
    }

    /** Time from the change until the gain has made up for the transition; empty if it never does. */
    public Optional<Duration> payback(double gain) {
        double seconds = transition.toMillis() / 1e3;
        double payback = seconds + seconds * throughputLoss / gain;
        return gain > 0 && payback < Integer.MAX_VALUE
                ? Optional.of(Duration.ofMillis(Math.round(1_000 * payback)))
                : Optional.empty();
    }
}
