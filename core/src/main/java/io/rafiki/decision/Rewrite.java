package io.rafiki.decision;

import java.time.Duration;
import java.util.Locale;
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
 * @param slowdown share of the throughput that clients lose meanwhile, 0 to 1
 */
public record Rewrite(long bytes, Duration transition, double slowdown) {

    private static final long MEGABYTE = 1_000_000;

    /**
     * The price on a node.
     *
     * @param bytes live data of the tables
     * @param throttle the node's own limit on compactions in bytes a second; empty if it has none
     */
    public static Rewrite of(long bytes, OptionalDouble throttle, RewriteLimits limits) {
        double rate = Math.min(limits.bytesPerSecond(), throttle.orElse(Double.POSITIVE_INFINITY));
        return new Rewrite(bytes, Duration.ofMillis(Math.round(1_000 * bytes / rate)), limits.slowdown());
    }

    /** Time from the change until the gain has made up for the transition; empty if it never does. */
    public Optional<Duration> payback(double gain) {
        double seconds = transition.toMillis() / 1e3;
        double payback = seconds + seconds * slowdown / gain;
        return gain > 0 && payback < Integer.MAX_VALUE
                ? Optional.of(Duration.ofMillis(Math.round(1_000 * payback)))
                : Optional.empty();
    }

    /** {@code rewrites 510 MB, about 16 s with 50% less throughput, pays back after 40 s}. */
    public String text(double gain) {
        return String.format(
                Locale.ROOT,
                "rewrites %,d MB, about %s with %.0f%% less throughput, %s",
                Math.round((double) bytes / MEGABYTE),
                time(transition),
                100 * slowdown,
                payback(gain).map(after -> "pays back after " + time(after)).orElse("never pays back"));
    }

    /** In the unit that people would use. */
    static String time(Duration duration) {
        long seconds = Math.round(duration.toMillis() / 1e3);
        return seconds < 600 ? seconds + " s" : seconds < 36_000 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }
}
