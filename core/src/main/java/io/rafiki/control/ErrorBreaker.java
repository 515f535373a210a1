package io.rafiki.control;

import io.rafiki.control.Problem.TicksFailed;
import io.rafiki.control.Problem.TunerDisabled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Counts the ticks that failed, and says when they are too many: then the tuner does nothing until a human has looked. */
final class ErrorBreaker {

    private static final int MOST = 3;
    private static final Duration WITHIN = Duration.ofMinutes(10);

    private final Deque<Instant> recent = new ArrayDeque<>();
    private int count;
    private String last = "";
    private boolean tooMany;

    /**
     * Takes a fault down.
     *
     * @return whether it is the one that makes them too many
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

    /** Since the start. */
    int count() {
        return count;
    }

    /** Whether the tuner is to do nothing any more. */
    boolean tooMany() {
        return tooMany;
    }

    /** A human has looked: those of the past are not counted against the next. */
    void reset() {
        recent.clear();
        tooMany = false;
    }

    /** What is wrong; empty if no tick failed since the last {@link #reset()}. */
    Optional<Problem> problem() {
        if (recent.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(tooMany ? new TunerDisabled(MOST, WITHIN, count, last) : new TicksFailed(count, last));
    }
}
