package io.rafiki.control;

import io.rafiki.control.Problem.TicksFailed;
import io.rafiki.control.Problem.TunerDisabled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Counts the ticks that failed. Too many within a short time disable the tuner until an operator resumes it. */
final class ErrorBreaker {

    private static final int MOST = 3;
    private static final Duration WITHIN = Duration.ofMinutes(10);

    private final Deque<Instant> recent = new ArrayDeque<>();
    private int count;
    private String last = "";
    private boolean tooMany;

    /**
     * Records an error.
     *
     * @return whether this error reaches the limit
     */
    boolean add(Throwable failure, Instant at) {
        count++;
        last = failure.toString();
        recent.addLast(at);
        if (recent.size() > MOST) {
            recent.removeFirst();
        }
        boolean before = tooMany;
        tooMany |= recent.size() == MOST
                && Duration.between(recent.peekFirst(), at).compareTo(WITHIN) < 0;
        return tooMany && !before;
    }

    /** Errors since the start. */
    int count() {
        return count;
    }

    /** Whether the tuner is disabled. */
    boolean tooMany() {
        return tooMany;
    }

    /** Enables the tuner again. Earlier errors no longer count. */
    void reset() {
        recent.clear();
        tooMany = false;
    }

    /** The errors; empty if no tick failed since the last {@link #reset()}. */
    Optional<Problem> problem() {
        if (recent.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(tooMany ? new TunerDisabled(MOST, WITHIN, count, last) : new TicksFailed(count, last));
    }
}
