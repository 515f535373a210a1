package io.rafiki.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a trial compaction: an immutable value that {@link #next} replaces. Only its second half counts, because the JVM compiles
 * the code of compactions in the first. The end does not count either: files are synced and opened then.
 *
 * @param begun its start
 * @param bytes size of its files
 * @param looks at a running compaction, in chronological order
 */
public record TrialProgress(Instant begun, long bytes, List<Look> looks) {

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
        return new TrialProgress(begun, bytes, List.of());
    }

    /**
     * The progress after another look.
     *
     * @param share of the files that was read, 0 to 1
     */
    public TrialProgress next(Instant now, double share) {
        List<Look> more = new ArrayList<>(looks);
        more.add(new Look(now, share));
        return new TrialProgress(begun, bytes, more);
    }

    /**
     * The measured part; empty if it is too short.
     *
     * @param share of the files that was read at the end
     */
    public Optional<Part> part(Instant end, double share) {
        Part half = secondHalf();
        Part part = half.bytes() >= ENOUGH * bytes ? half : between(new Look(begun, 0), new Look(end, share));
        return part.length().compareTo(SHORTEST) < 0 || part.bytes() <= 0 ? Optional.empty() : Optional.of(part);
    }

    private Part secondHalf() {
        Look last = looks.isEmpty() ? new Look(begun, 0) : looks.get(looks.size() - 1);
        Look half = looks.stream()
                .filter(look -> look.share() >= last.share() / 2)
                .findFirst()
                .orElse(last);
        return between(half, last);
    }

    private Part between(Look from, Look to) {
        return new Part(
                from.at(), Duration.between(from.at(), to.at()), Math.round((to.share() - from.share()) * bytes));
    }
}
