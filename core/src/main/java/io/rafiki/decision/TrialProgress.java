package io.rafiki.decision;

import io.rafiki.node.CompactionThreads.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a trial compaction: an immutable value that {@link #next} replaces.
 *
 * <p>The whole trial counts, without the compilation of its code: later compactions do not repeat it. The last third of the files is read by
 * compiled code. What the first two thirds need more of the processor is compilation, and the time to get a processor for it.
 *
 * @param bytes size of its files
 * @param looks at the compaction, in chronological order; the first one is its start
 */
public record TrialProgress(long bytes, List<Look> looks) {

    /** Share of the files that was read before the code is compiled. */
    private static final double LATE = 2 / 3.0;

    /** Smallest share of the files that shows what compiled code needs. */
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
     * @param used what compactions have used since the node's start; empty if it is unknown
     */
    public record Look(Instant at, double share, Optional<Usage> used) {}

    /**
     * The part that shows the rate of compactions.
     *
     * @param bytes that were read in it
     */
    public record Part(Instant start, Duration length, long bytes) {}

    /**
     * The progress at the start.
     *
     * @param used as in {@link Look}
     */
    public static TrialProgress begin(Instant begun, long bytes, Optional<Usage> used) {
        return new TrialProgress(bytes, List.of(new Look(begun, 0, used)));
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
     * The measured part, whose length excludes compilation; empty if it is too short.
     *
     * @param share of the files that was read at the end
     */
    public Optional<Part> part(Instant end, double share) {
        Part part = new Part(begun(), Duration.between(begun(), end).minus(compilation()), Math.round(share * bytes));
        return part.length().compareTo(SHORTEST) < 0 || part.bytes() <= 0 ? Optional.empty() : Optional.of(part);
    }

    /** The time that compilation took; zero if it is unknown. */
    private Duration compilation() {
        Look last = looks.get(looks.size() - 1);
        Look late = looks.stream()
                .filter(look -> look.share() >= LATE * last.share())
                .findFirst()
                .orElse(last);
        double part = last.share() - late.share();
        Optional<Usage> all = usage(looks.get(0), last);
        Optional<Usage> compiled = usage(late, last);
        if (part < ENOUGH * last.share()
                || all.isEmpty()
                || compiled.isEmpty()
                || all.get().cpuNanos() <= 0) {
            return Duration.ZERO;
        }
        double excess = all.get().cpuNanos() - compiled.get().cpuNanos() * last.share() / part;
        double waiting = (double) all.get().busy().toNanos() / all.get().cpuNanos();
        return Duration.ofNanos(Math.max(0, Math.round(excess * waiting)));
    }

    private static Optional<Usage> usage(Look from, Look to) {
        return from.used().flatMap(before -> to.used().map(now -> now.since(before)));
    }
}
