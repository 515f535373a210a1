package io.rafiki.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a trial compaction: an immutable value that {@link #next} replaces. The first seconds do not count if enough follows,
 * because the JVM compiles the code of compactions then.
 *
 * @param begun its start
 * @param bytes size of its file
 * @param warm the first look after the first seconds; empty before
 */
public record TrialProgress(Instant begun, long bytes, Optional<Look> warm) {

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
        return new TrialProgress(begun, bytes, Optional.empty());
    }

    /**
     * The progress after another look.
     *
     * @param share of the file that was read, 0 to 1
     */
    public TrialProgress next(Instant now, double share) {
        return warm.isPresent() || now.isBefore(begun.plus(COLD)) || share <= 0
                ? this
                : new TrialProgress(begun, bytes, Optional.of(new Look(now, share)));
    }

    /**
     * The measured part; empty if it is too short.
     *
     * @param share of the file that was read at the end
     */
    public Optional<Part> part(Instant end, double share) {
        Look from = warm.filter(look -> share - look.share() >= ENOUGH).orElse(new Look(begun, 0));
        Part part = new Part(from.at(), Duration.between(from.at(), end), Math.round((share - from.share()) * bytes));
        return part.length().compareTo(SHORTEST) < 0 || part.bytes() <= 0 ? Optional.empty() : Optional.of(part);
    }
}
