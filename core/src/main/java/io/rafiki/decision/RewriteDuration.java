package io.rafiki.decision;

import io.rafiki.reason.Reason;
import java.time.Duration;

/**
 * An estimate of the duration of a rewrite.
 *
 * @param expected duration
 * @param shortest lower limit of the interval
 * @param longest upper limit of the interval
 * @param basis what the estimate rests on
 */
public record RewriteDuration(Duration expected, Duration shortest, Duration longest, Basis basis) implements Reason {

    /** What an estimate rests on. */
    public enum Basis {

        /** The node's own compactions. */
        MEASURED,

        /** The rate in rafiki.yaml. */
        ASSUMED
    }

    /** The same estimate for a rewrite that has already lasted some time. */
    RewriteDuration atLeast(Duration elapsed) {
        return new RewriteDuration(
                longer(expected, elapsed), longer(shortest, elapsed), longer(longest, elapsed), basis);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
