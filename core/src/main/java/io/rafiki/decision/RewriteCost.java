package io.rafiki.decision;

import io.rafiki.decision.CompactionHistory.Rate;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.node.TableFiles;
import io.rafiki.reason.Reason;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The cost of a new compaction strategy, which rewrites data of the tables.
 *
 * <p>With transition time {@code T}, throughput loss {@code d} during the transition and gain {@code g} after it, the loss is repaid {@code
 * T + T d / g} after the change.
 *
 * @param bytes that the compactions of the rewrite read
 * @param duration of the rewrite
 * @param throughputLoss share of the throughput that clients lose during the rewrite, 0 to 1
 */
public record RewriteCost(long bytes, RewriteDuration duration, double throughputLoss) implements Reason {

    /** Seconds until a node reads the first bytes of a rewrite: it changes the table and opens the files. Measured: 0.5 to 1.6 s. */
    public static final double START = 1;

    /** Relative uncertainty of the assumed rate: the true rate is between half and twice of it. */
    private static final double ASSUMED_FACTOR = 2;

    /** Lowest limit to which the control of compactions goes, in bytes per second. */
    private static final double SLOWEST = 1 << 20;

    /**
     * The cost of a plan's changes on a node.
     *
     * @param changes one of them replaces the compaction strategy
     * @param tables data files of each table on each disk
     * @param capacity the node's limits before the changes
     * @param limits assumptions where the node has not shown its rate; {@code throughputLoss} limits the loss
     * @param seen compactions of the node so far
     */
    public static RewriteCost of(
            List<Change> changes,
            Collection<TableFiles> tables,
            RewriteCapacity capacity,
            RewriteCostLimits limits,
            CompactionHistory seen) {
        RewriteCapacity after = capacity.after(changes);
        List<RewriteVolume> volumes = DoubleStream.of(-1, 0, 1)
                .mapToObj(deviation -> volume(changes, tables, deviation))
                .toList();
        RewriteVolume expected = volumes.get(1);
        RewriteVolume least = Collections.min(volumes, Comparator.comparingLong(RewriteVolume::bytes));
        RewriteVolume most = Collections.max(volumes, Comparator.comparingLong(RewriteVolume::bytes));
        double loss = Math.min(limits.throughputLoss(), seen.throughputLoss().orElse(limits.throughputLoss()));
        Optional<Rate> measured = seen.rate();
        OptionalDouble throttle = after.throttle();
        if (measured.isEmpty()) {
            double rate = limits.bytesPerSecond();
            return new RewriteCost(
                    expected.bytes(),
                    new RewriteDuration(
                            duration(expected.seconds(rate, 1, throttle)),
                            duration(least.seconds(ASSUMED_FACTOR * rate, 1, throttle)),
                            duration(most.seconds(rate / ASSUMED_FACTOR, 1, throttle)),
                            Basis.ASSUMED),
                    loss);
        }
        Rate rate = measured.get();
        double slower = Math.min(after.compactors(), rate.parallel());
        double alone = rate.high() * Math.max(1, rate.parallel());
        double start = expected.bytes() > 0 ? START : 0;
        OptionalDouble controlled = controlled(throttle, rate.mean() * rate.parallel(), limits, seen);
        return new RewriteCost(
                expected.bytes(),
                new RewriteDuration(
                        duration(start + expected.seconds(rate.mean(), after.compactors(), controlled)),
                        duration(start + least.seconds(alone, after.compactors(), throttle)),
                        duration(start + most.seconds(rate.low(), slower, controlled)),
                        Basis.MEASURED),
                loss);
    }

    /**
     * The limit of compactions in bytes per second at which clients lose no more than allowed; empty without a limit. Their loss is taken as
     * proportional to the rate.
     *
     * @param rate of all compactions at which their loss was seen
     */
    private static OptionalDouble controlled(
            OptionalDouble throttle, double rate, RewriteCostLimits limits, CompactionHistory seen) {
        double loss = seen.throughputLoss().orElse(0);
        if (loss <= limits.throughputLoss()) {
            return throttle;
        }
        double limit = Math.max(SLOWEST, rate * limits.throughputLoss() / loss);
        return OptionalDouble.of(Math.min(limit, throttle.orElse(limit)));
    }

    private static RewriteVolume volume(List<Change> changes, Collection<TableFiles> tables, double deviation) {
        return changes.stream()
                .filter(Change::rewritesData)
                .findFirst()
                .map(change -> RewriteVolume.of(change, tables, deviation))
                .orElse(new RewriteVolume(List.of()));
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(1_000 * seconds));
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
