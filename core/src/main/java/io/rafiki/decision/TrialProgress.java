package io.rafiki.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a trial compaction: an immutable value that {@link #next} replaces.
 *
 * <p>Only the last third counts, or the last 1.5 s if that is longer, because the JVM compiles the code of compactions before it. The time
 * that the compaction waits for the disk counts from the start: it does not depend on the JVM, and the page cache and the read-ahead make it
 * uneven. The end does not count: files are synced and opened then.
 *
 * @param bytes size of its files
 * @param looks at the compaction, in chronological order; the first one is its start
 */
public record TrialProgress(long bytes, List<Look> looks) {

    /** Share of the files that was read before the part that counts. */
    private static final double LATE = 2 / 3.0;

    /** Shortest part in which the time of a look does not matter. */
    private static final Duration STEADY = Duration.ofMillis(1_500);

    /** Smallest share of the files that gives a rate. */
    private static final double ENOUGH = 0.2;

    /** Shortest time that gives a rate. */
    private static final Duration SHORTEST = Duration.ofMillis(200);

    public TrialProgress {
        looks = List.copyOf(looks);
    }

    /**
     * The progress at one moment.
     *
     * @param share of the files that was read, 0 to 1
     * @param busy time that compactions have used or waited for a processor since the node's start; empty if it is unknown
     */
    public record Look(Instant at, double share, Optional<Duration> busy) {

        private Duration waitedSince(Look earlier) {
            if (busy.isEmpty() || earlier.busy.isEmpty()) {
                return Duration.ZERO;
            }
            Duration waited = Duration.between(earlier.at, at).minus(busy.get()).plus(earlier.busy.get());
            return waited.isNegative() ? Duration.ZERO : waited;
        }
    }

    /**
     * The part that shows the rate of compactions.
     *
     * @param bytes that were read in it
     */
    public record Part(Instant start, Duration length, long bytes) {}

    /**
     * The progress at the start.
     *
     * @param busy as in {@link Look}
     */
    public static TrialProgress begin(Instant begun, long bytes, Optional<Duration> busy) {
        return new TrialProgress(bytes, List.of(new Look(begun, 0, busy)));
    }

    /** The time of the start. */
    public Instant begun() {
        return looks.get(0).at();
    }

    /** The progress after another look. */
    public TrialProgress next(Look look) {
        List<Look> more = new ArrayList<>(looks);
        more.add(look);
        return new TrialProgress(bytes, more);
    }

    /**
     * The measured part; empty if it is too short.
     *
     * @param share of the files that was read at the end
     */
    public Optional<Part> part(Instant end, double share) {
        Part late = late();
        Part part = late.bytes() >= ENOUGH * bytes
                ? late
                : part(Duration.between(begun(), end), looks.get(0), new Look(end, share, Optional.empty()));
        return part.length().compareTo(SHORTEST) < 0 || part.bytes() <= 0 ? Optional.empty() : Optional.of(part);
    }

    private Part late() {
        Look first = looks.get(0);
        Look last = looks.get(looks.size() - 1);
        Look late = looks.stream()
                .filter(look -> look.share() >= LATE * last.share()
                        || !look.at().isBefore(last.at().minus(STEADY)))
                .findFirst()
                .orElse(last);
        double part = last.share() == 0 ? 0 : (last.share() - late.share()) / last.share();
        long waited = Math.round(part * last.waitedSince(first).toNanos());
        Duration length = Duration.between(late.at(), last.at())
                .minus(last.waitedSince(late))
                .plusNanos(waited);
        return part(length, late, last);
    }

    private Part part(Duration length, Look from, Look to) {
        return new Part(from.at(), length, Math.round((to.share() - from.share()) * bytes));
    }
}
