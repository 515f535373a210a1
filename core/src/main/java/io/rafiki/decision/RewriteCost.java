package io.rafiki.decision;

import io.rafiki.decision.CompactionHistory.Rate;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.reason.Reason;
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
 * @param duration of the rewrite
 * @param throughputLoss share of the throughput that clients lose during the rewrite, 0 to 1
 */
public record RewriteCost(long bytes, RewriteDuration duration, double throughputLoss) implements Reason {

    /** Relative uncertainty of the assumed rate: the true rate is between half and twice of it. */
    private static final double ASSUMED_FACTOR = 2;

    /** How often a compaction reads each byte until the old files are replaced: measured 1 to 2, depending on both strategies. */
    private static final double PASSES = 1.5;

    private static final double LEAST_PASSES = 1;
    private static final double MOST_PASSES = 2;

    /**
     * The cost on a node.
     *
     * @param bytes live data of the tables
     * @param throttle the node's limit on compaction throughput in bytes per second; empty if it has none
     * @param limits assumptions where the node has not shown its rate or loss
     * @param seen compactions of the node so far
     */
    public static RewriteCost of(
            long bytes, OptionalDouble throttle, RewriteCostLimits limits, CompactionHistory seen) {
        double limit = throttle.orElse(Double.POSITIVE_INFINITY);
        double loss = seen.throughputLoss().orElse(limits.throughputLoss());
        Optional<Rate> measured = seen.rate();
        if (measured.isEmpty()) {
            double rate = limits.bytesPerSecond();
            return new RewriteCost(
                    bytes,
                    new RewriteDuration(
                            duration((double) bytes, Math.min(rate, limit)),
                            duration((double) bytes, Math.min(ASSUMED_FACTOR * rate, limit)),
                            duration((double) bytes, Math.min(rate / ASSUMED_FACTOR, limit)),
                            Basis.ASSUMED),
                    loss);
        }
        Rate rate = measured.get();
        return new RewriteCost(
                bytes,
                new RewriteDuration(
                        duration(PASSES * bytes, Math.min(rate.mean(), limit)),
                        duration(LEAST_PASSES * bytes, Math.min(rate.high(), limit)),
                        duration(MOST_PASSES * bytes, Math.min(rate.low(), limit)),
                        Basis.MEASURED),
                loss);
    }

    private static Duration duration(double bytes, double rate) {
        return Duration.ofMillis(Math.round(1_000 * bytes / rate));
    }

    /** The time from the change until the gain has repaid the loss; empty if it never does. */
    public Optional<Duration> payback(double gain) {
        return payback(duration.expected(), gain);
    }

    /** The same for a rewrite of another duration. */
    Optional<Duration> payback(Duration transition, double gain) {
        double seconds = transition.toMillis() / 1e3;
        double payback = seconds + seconds * throughputLoss / gain;
        return gain > 0 && payback < Integer.MAX_VALUE
                ? Optional.of(Duration.ofMillis(Math.round(1_000 * payback)))
                : Optional.empty();
    }
}
