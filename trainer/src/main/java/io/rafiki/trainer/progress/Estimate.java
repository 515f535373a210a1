package io.rafiki.trainer.progress;

import java.time.Duration;
import java.util.Optional;

/**
 * The completed amount of a task and its remaining time: the caller's last report, or an extrapolation of the steps since the start. The
 * remaining time decreases between two updates.
 */
final class Estimate {

    private static final int PERCENT = 100;

    private final long begin;
    private final long steps;
    private final long before;
    private final Duration expected;
    private long done;
    private long end;
    private boolean known;

    private Estimate(long now, long steps, long before, Duration expected) {
        this.begin = now;
        this.steps = steps;
        this.before = before;
        this.done = before;
        this.expected = expected;
    }

    /**
     * A task whose steps are counted.
     *
     * @param now nanoseconds of a monotonic clock
     * @param before steps that were done earlier and took no time now
     */
    static Estimate counted(long now, long steps, long before) {
        return new Estimate(now, Math.max(1, steps), before, Duration.ZERO);
    }

    /** A task of which only the expected duration is known; its steps are percents. */
    static Estimate timed(long now, Duration expected) {
        Estimate estimate = new Estimate(now, PERCENT, 0, expected);
        estimate.remaining(now, expected);
        return estimate;
    }

    synchronized void done(long now, long counted) {
        done = counted;
        if (counted > before) {
            remaining(now, Duration.ofNanos((long) ((double) (now - begin) / (counted - before) * (steps - counted))));
        }
    }

    synchronized void remaining(long now, Duration left) {
        end = now + left.toNanos();
        known = true;
    }

    long steps() {
        return steps;
    }

    /** Steps done so far; those of a timed task by the clock until it reports some. */
    synchronized long current(long now) {
        return expected.isZero() || done > 0 ? done : Math.min(steps, steps * (now - begin) / expected.toNanos());
    }

    /** Negative if the expected end has passed; empty before the first step. */
    synchronized Optional<Duration> remaining(long now) {
        return known ? Optional.of(Duration.ofNanos(end - now)) : Optional.empty();
    }
}
