package io.rafiki.control;

import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** The clients' requests in the last minute without a rewrite. */
final class ClientsBefore {

    private static final Duration LENGTH = Duration.ofMinutes(1);

    /** Oldest first. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(Instant at, ClientCounts clients) {}

    /** Adds the requests since the node's start. */
    void add(Instant now, ClientCounts clients) {
        // later ones are from before the clock was set back
        samples.removeIf(old -> old.at().isBefore(now.minus(LENGTH)) || old.at().isAfter(now));
        samples.addLast(new Sample(now, clients));
    }

    void clear() {
        samples.clear();
    }

    /** Their latency and rate; without requests if there are fewer than two samples. */
    Level level() {
        return samples.size() < 2
                ? new Level(0, 0, 0)
                : Level.of(
                        last().since(samples.peekFirst().clients()),
                        Duration.between(
                                samples.peekFirst().at(), samples.peekLast().at()));
    }

    /** The requests until the last sample. */
    ClientCounts last() {
        return samples.isEmpty() ? ClientCounts.NONE : samples.peekLast().clients();
    }
}
