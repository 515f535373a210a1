package io.rafiki.decision;

import io.rafiki.node.NodeThreads.Usage;
import io.rafiki.node.TrialFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a compaction of a trial: an immutable value that {@link #next} replaces.
 *
 * <p>The measured part leaves out what later compactions do not repeat: the start, when the node loads code and opens files, and compilation.
 * Compiled code reads the last third of the files. Any further processor time per byte before it counts as compilation. The wait for a
 * processor grows with it, so its share is left out too.
 *
 * <p>A compaction that reads from the disk leaves its files in the page cache. Clients then read from there, and leave more reads of the disk
 * to the compaction. Only its first third shows the rate at which a table is read that is larger than the memory. If more than its bytes came
 * from the disk, the read-ahead is large, and the whole compaction shows the rate. Both follow from measurements, not from a model.
 *
 * @param bytes size of its files
 * @param looks at the compaction, in chronological order; the first one is its start
 */
public record TrialProgress(long bytes, List<Look> looks) {

    /** A compaction of a trial is stopped after this time at the latest. On half a processor, the compilation alone takes a minute. */
    public static final Duration LONGEST = Duration.ofMinutes(2);

    /** Fewest and most compactions of a trial. */
    private static final int FEWEST = 2;

    private static final int MOST = 6;

    /** Time that is long enough for a trial, and bytes that are enough for one compaction of that length. */
    private static final Duration ENOUGH_TIME = Duration.ofSeconds(20);

    private static final long ENOUGH_BYTES = 192 << 20;

    /** Measured time that is enough with any number of compactions. */
    private static final Duration ENOUGH_MEASURED = Duration.ofSeconds(30);

    /** Share of the files that is read during the start, and the largest share that can be left out for it. */
    private static final double EARLY = 1 / 16.0;

    private static final double MOST_EARLY = 0.5;

    /** Share of the files that was read before the code is compiled. */
    private static final double LATE = 2 / 3.0;

    /** Share of the bytes that come from the disk if the disk limits a compaction, and the largest without a large read-ahead. */
    private static final double FROM_DISK = 0.5;

    private static final double MOST_FROM_DISK = 1;

    /** Share of the files that was read before the page cache serves the clients. */
    private static final double UNCACHED = 1 / 3.0;

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
     * @param used what the node's living compaction threads have used; empty if it is unknown
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

    /**
     * Whether a trial is complete. Its compactions count together: if clients use the same processors, the rate of five seconds varies by a
     * quarter. After a long one from the disk, the page cache would serve the next one. On a busy node one can be long enough.
     *
     * @param compactions that were made; this is the last one
     * @param elapsed time since the begin of the first one
     * @param shown the parts of all that show the rate
     */
    public boolean isEnough(int compactions, Duration elapsed, List<Part> shown) {
        Duration measured = shown.stream().map(Part::length).reduce(Duration.ZERO, Duration::plus);
        return compactions >= MOST
                || measured.compareTo(ENOUGH_MEASURED) >= 0
                || ((compactions >= FEWEST || isFromDisk()) && elapsed.compareTo(ENOUGH_TIME) >= 0);
    }

    /** Whether the compaction has read enough, or lasts too long, and must be stopped. */
    public boolean isOver(Instant now) {
        Duration elapsed = Duration.between(looks.get(0).at(), now);
        double read = bytes * looks.get(looks.size() - 1).share();
        return elapsed.compareTo(LONGEST) >= 0
                || read >= TrialFiles.MOST_READ
                || (read >= ENOUGH_BYTES && elapsed.compareTo(ENOUGH_TIME) >= 0);
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
        Look first = from(EARLY);
        Look start = first.share() <= MOST_EARLY * share ? first : looks.get(0);
        Look uncached = from(UNCACHED);
        Duration fromDisk = Duration.between(start.at(), uncached.at());
        if (isFromDisk() && uncached.share() > start.share() && fromDisk.compareTo(SHORTEST) >= 0) {
            return Optional.of(new Part(start.at(), fromDisk, Math.round((uncached.share() - start.share()) * bytes)));
        }
        Part part = new Part(
                start.at(),
                Duration.between(start.at(), end).minus(compilation(start)),
                Math.round((share - start.share()) * bytes));
        return part.length().compareTo(SHORTEST) < 0 || part.bytes() <= 0 ? Optional.empty() : Optional.of(part);
    }

    private boolean isFromDisk() {
        Look last = looks.get(looks.size() - 1);
        double read = last.share() * bytes;
        return usage(looks.get(0), last)
                .map(Usage::diskBytes)
                .filter(disk -> disk > 0 && disk >= FROM_DISK * read && disk <= MOST_FROM_DISK * read)
                .isPresent();
    }

    /** The time that compilation took since a look; zero if it is unknown. */
    private Duration compilation(Look start) {
        Look last = looks.get(looks.size() - 1);
        Look late = from(LATE);
        double whole = last.share() - start.share();
        double part = last.share() - late.share();
        Optional<Usage> all = usage(start, last);
        Optional<Usage> compiled = usage(late, last);
        if (part < ENOUGH * last.share()
                || all.isEmpty()
                || compiled.isEmpty()
                || all.get().cpuNanos() <= 0) {
            return Duration.ZERO;
        }
        double excess = all.get().cpuNanos() - compiled.get().cpuNanos() * whole / part;
        double waiting = (double) all.get().busy().toNanos() / all.get().cpuNanos();
        return Duration.ofNanos(Math.max(0, Math.round(excess * waiting)));
    }

    /** The first look at which a part of the files that were read in all was read. */
    private Look from(double part) {
        Look last = looks.get(looks.size() - 1);
        return looks.stream()
                .filter(look -> look.share() >= part * last.share())
                .findFirst()
                .orElse(last);
    }

    /** Unknown also if it decreased, because a thread has ended. */
    private static Optional<Usage> usage(Look from, Look to) {
        return from.used()
                .flatMap(before -> to.used().map(now -> now.since(before)))
                .filter(used -> Math.min(used.diskBytes(), Math.min(used.cpuNanos(), used.queueNanos())) >= 0);
    }
}
