package io.rafiki.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a trial compaction: an immutable value that {@link #next} replaces. The first seconds do not count if enough follows,
 * because the JVM compiles the code of compactions then. Neither does the end, in which files are synced and opened.
 *
 * @param begun its start
 * @param bytes size of its file
 * @param warm the first look after the first seconds; empty before
 * @param last the last look; empty before the first
 */
public record TrialProgress(Instant begun, long bytes, Optional<Look> warm, Optional<Look> last) {

    private static final Duration COLD = Duration.ofSeconds(2);

    /** Smallest share of the file after the first seconds that gives a rate. */
    private static final double ENOUGH = 0.25;

    /** Shortest time that gives a rate. */
    private static final Duration SHORTEST = Duration.ofMillis(200);

    /**
     * The progress at one moment.
     *
     * @param share of the file that was read, 0 to 1
     */
    public record Look(Instant at, double share) {}

    /**
     * The part that shows the rate of compactions.
     *
     * @param bytes that were read in it
     */
    public record Part(Instant start, Duration length, long bytes) {}

    /** The progress at the start. */
    public static TrialProgress begin(Instant begun, long bytes) {
        return new TrialProgress(begun, bytes, Optional.empty(), Optional.empty());
    }

    /**
     * The progress after another look.
     *
     * @param share of the file that was read, 0 to 1
     */
    public TrialProgress next(Instant now, double share) {
        if (share <= 0) {
            return this;
        }
        Optional<Look> look = Optional.of(new Look(now, share));
        boolean cold = now.isBefore(begun.plus(COLD));
        return new TrialProgress(begun, bytes, cold ? warm : warm.or(() -> look), look);
    }

    /**
     * The measured part; empty if it is too short.
     *
     * @param share of the file that was read at the end
     */
    public Optional<Part> part(Instant end, double share) {
        Look start = new Look(begun, 0);
        Look stop = new Look(end, share);
        if (warm.isPresent() && last.get().share() - warm.get().share() >= ENOUGH) {
            start = warm.get();
            stop = last.get();
        }
        Part part = new Part(
                start.at(),
                Duration.between(start.at(), stop.at()),
                Math.round((stop.share() - start.share()) * bytes));
        return part.length().compareTo(SHORTEST) < 0 || part.bytes() <= 0 ? Optional.empty() : Optional.of(part);
    }
}
