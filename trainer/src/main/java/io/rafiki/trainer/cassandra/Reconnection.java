package io.rafiki.trainer.cassandra;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The attempts of a long command to restore a lost connection.
 *
 * @param first delay before the first attempt; each further delay is twice as long
 * @param longest upper limit of a delay
 * @param patience time from the loss to the last attempt; zero for no attempt
 */
public record Reconnection(Duration first, Duration longest, Duration patience) {

    /** A lost connection stays lost. */
    public static final Reconnection NEVER = new Reconnection(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** For commands that run until an operator ends them, and for campaigns: a node's restart takes less than five minutes. */
    public static final Reconnection LONG =
            new Reconnection(Duration.ofMillis(250), Duration.ofSeconds(5), Duration.ofMinutes(5));

    /** The delay before an attempt; the first has number 0. */
    Duration delay(int attempt) {
        Duration delay = first;
        for (int i = 0; i < attempt && delay.compareTo(longest) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(longest) < 0 ? delay : longest;
    }

    /** The attempts of one call. */
    public Attempts attempts() {
        return new Attempts(this);
    }

    /** The attempts of one call; its time starts at the first loss. */
    public static final class Attempts {

        private final Reconnection policy;
        private long start;
        private int number;

        private Attempts(Reconnection policy) {
            this.policy = policy;
        }

        /**
         * Waits for the next attempt.
         *
         * @return whether an attempt remains
         * @throws InterruptedIOException if the thread is interrupted
         */
        public boolean await() throws InterruptedIOException {
            start = number == 0 ? System.nanoTime() : start;
            Duration delay = policy.delay(number++);
            if (System.nanoTime() - start + delay.toNanos() >= policy.patience().toNanos()) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException stopped = new InterruptedIOException("interrupted while reconnecting");
                stopped.initCause(e);
                throw stopped;
            }
            return true;
        }
    }
}
