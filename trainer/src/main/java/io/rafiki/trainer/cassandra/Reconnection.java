package io.rafiki.trainer.cassandra;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
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

    /** The attempts after one loss. */
    public Attempts attempts() {
        return new Attempts(this);
    }

    /** The attempts after one loss, whose time starts with the first of them. Thread-safe. */
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
            Optional<Duration> delay = next();
            if (delay.isEmpty()) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(delay.get().toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException stopped = new InterruptedIOException("interrupted while reconnecting");
                stopped.initCause(e);
                throw stopped;
            }
            return true;
        }

        /** The delay before the next attempt; empty if none remains. */
        private synchronized Optional<Duration> next() {
            long now = System.nanoTime();
            start = number == 0 ? now : start;
            Duration delay = policy.delay(number++);
            return now - start + delay.toNanos() < policy.patience().toNanos() ? Optional.of(delay) : Optional.empty();
        }
    }
}
