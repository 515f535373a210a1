package io.rafiki.control.rewrite;

import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** The clients' requests in the last minute without a rewrite, a trial compaction or a JVM that still compiles. */
final class ClientsBefore {

    private static final Duration LENGTH = Duration.ofMinutes(1);

    /** Oldest first. */
    private final Deque<Interval> intervals = new ArrayDeque<>();

    private Instant last;
    private ClientCounts counts = ClientCounts.NONE;

    private record Interval(Instant end, Duration length, ClientCounts requests) {}

    /**
     * Adds the requests of the interval since the last call.
     *
     * @param now monotonic time
     * @param clients requests since the node's start
     */
    void add(Instant now, ClientCounts clients) {
        intervals.removeIf(old -> old.end().isBefore(now.minus(LENGTH)));
        if (last != null && last.isBefore(now)) {
            intervals.addLast(new Interval(now, Duration.between(last, now), clients.since(counts)));
        }
        last = now;
        counts = clients;
    }

    /** Leaves out the interval since the last call, and the next one. */
    void skip(ClientCounts clients) {
        last = null;
        counts = clients;
    }

    /** Discards the requests so far. */
    void clear() {
        intervals.clear();
        last = null;
    }

    /** Their latency and rate; without requests if there are none. */
    Level level() {
        Duration length = intervals.stream().map(Interval::length).reduce(Duration.ZERO, Duration::plus);
        return length.isZero()
                ? new Level(0, 0, 0)
                : Level.of(
                        intervals.stream().map(Interval::requests).reduce(ClientCounts.NONE, ClientCounts::plus),
                        length);
    }

    /** The requests until the last call. */
    ClientCounts last() {
        return counts;
    }
}
