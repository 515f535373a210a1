package io.rafiki.decision;

import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.RewriteAbort.PaybackImpossible;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.node.DataDisk;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The progress of a rewrite of data: an immutable value that {@link #next} replaces at each reading.
 *
 * <p>Progress is measured by the data files that existed before the change. The rewrite ends when compactions have replaced all of them, or
 * when the new strategy leaves the others alone although a compactor is free. Flushed data and their compactions do not count, and neither
 * does the number of pending compactions. If a task such as a cleanup copies an old file, the copy takes its place. All times are of a
 * monotonic clock.
 *
 * @param decision id of the decision
 * @param price cost and payback; empty if the change was not predicted
 * @param horizon payback horizon
 * @param begunAt time of the change
 * @param before bytes of the data files before the change or of their copies, by name
 * @param now last reading
 * @param at time of the last reading
 * @param startedAt time of the last reading without any progress; compactions of the old files may wait first
 * @param movedAt time of the last progress
 * @param quietSince time since which no compaction of old files runs although a compactor is free; empty if one runs
 * @param recent progress half a minute to a minute ago
 * @param ended whether the rewrite is over
 */
public record RewriteProgress(
        String decision,
        Optional<RewriteRepaid> price,
        Duration horizon,
        Instant begunAt,
        Map<String, Long> before,
        RewriteReading now,
        Instant at,
        Instant startedAt,
        Instant movedAt,
        Optional<Instant> quietSince,
        Recent recent,
        boolean ended) {

    /** Two earlier readings of the progress. The rate since the first one follows changes of the limit of compactions. */
    record Recent(Instant at, double share, Instant nextAt, double nextShare) {

        private static final Duration INTERVAL = Duration.ofSeconds(30);

        static Recent none(Instant at) {
            return new Recent(at, 0, at, 0);
        }

        Recent with(Instant now, double present) {
            return now.isBefore(nextAt.plus(INTERVAL)) ? this : new Recent(nextAt, nextShare, now, present);
        }
    }

    /** Quiet time that ends a rewrite if the strategies report no pending compaction. */
    private static final Duration IDLE = Duration.ofSeconds(10);

    /** Quiet time that ends a rewrite in any case. Cassandra submits compactions of all tables once per minute. */
    private static final Duration UNCLAIMED = Duration.ofSeconds(90);

    /** Time without progress after which a rewrite is stalled. */
    private static final Duration STALL = Duration.ofMinutes(10);

    /** Completed share from which the progress gives an estimate. */
    private static final double EARLY = 0.05;

    /** Completed share from which the rest of a rewrite costs less than its rollback. */
    private static final double HALF = 0.5;

    /** Factors between the remaining time at the mean rate so far, and its limits. */
    private static final double FASTER = 0.7;

    private static final double SLOWER = 1.5;

    public RewriteProgress {
        before = Map.copyOf(before);
    }

    /**
     * The start of a rewrite.
     *
     * @param reading taken before the change
     */
    public static RewriteProgress begin(
            String decision, Optional<RewriteRepaid> price, Duration horizon, RewriteReading reading, Instant at) {
        return new RewriteProgress(
                decision,
                price,
                horizon,
                at,
                reading.sstables(),
                reading,
                at,
                at,
                at,
                Optional.empty(),
                Recent.none(at),
                false);
    }

    /** The progress after another reading. */
    public RewriteProgress next(RewriteReading reading, Instant instant) {
        if (ended) {
            return this;
        }
        Map<String, Long> old = old(reading);
        RewriteProgress read = with(old, reading, instant, movedAt, quietSince, false);
        boolean moved = read.share() > share();
        boolean waits = moved
                || read.isReplacing()
                || !reading.hasSpareCompactor()
                || !reading.manual().isEmpty();
        Optional<Instant> quiet = waits ? Optional.empty() : quietSince.or(() -> Optional.of(instant));
        Duration patience = reading.pending() == 0 ? IDLE : UNCLAIMED;
        boolean settled =
                quiet.filter(begin -> !instant.isBefore(begin.plus(patience))).isPresent();
        RewriteProgress next =
                with(old, reading, instant, moved ? instant : movedAt, quiet, settled || read.remaining() == 0);
        return next.with(recent.with(instant, next.share()));
    }

    private RewriteProgress with(Recent marks) {
        return new RewriteProgress(
                decision, price, horizon, begunAt, before, now, at, startedAt, movedAt, quietSince, marks, ended);
    }

    private RewriteProgress with(
            Map<String, Long> old,
            RewriteReading reading,
            Instant instant,
            Instant moved,
            Optional<Instant> quiet,
            boolean over) {
        Instant started = moved.equals(begunAt) ? instant : startedAt;
        return new RewriteProgress(
                decision, price, horizon, begunAt, old, reading, instant, started, moved, quiet, recent, over);
    }

    /**
     * The old files at another reading. Those that disappeared while a task copied files of their table, and that no compaction read, were
     * copied. The new files of the same table take their place, even if one was flushed at the same time.
     */
    private Map<String, Long> old(RewriteReading reading) {
        Set<String> copying = Stream.concat(now.manual().stream(), reading.manual().stream())
                .filter(RunningCompaction::copiesFiles)
                .map(task -> task.table().replace('.', '/') + "-")
                .collect(Collectors.toSet());
        if (copying.isEmpty()) {
            return before;
        }
        Set<String> gone = new HashSet<>(before.keySet());
        gone.retainAll(now.sstables().keySet());
        gone.removeAll(reading.sstables().keySet());
        now.ours().forEach(compaction -> gone.removeAll(compaction.inputs()));
        gone.removeIf(file -> copying.stream().noneMatch(file::startsWith));
        Set<String> folders = gone.stream().map(DataDisk::tableOf).collect(Collectors.toSet());
        Map<String, Long> old = new HashMap<>(before);
        old.keySet().removeAll(gone);
        Map<String, Long> known = now.liveFiles();
        reading.liveFiles().forEach((file, bytes) -> {
            if (!known.containsKey(file) && folders.contains(DataDisk.tableOf(file))) {
                old.put(file, bytes);
            }
        });
        return old;
    }

    /** Whether the rewrite is not over. */
    public boolean running() {
        return !ended;
    }

    /** Whether the rewrite is not over and has made no progress for ten minutes. */
    public boolean stalled() {
        return !ended && !at.isBefore(movedAt.plus(STALL));
    }

    /** Bytes of the tables before the change. */
    public long bytes() {
        return before.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Bytes of the old files that still exist. */
    public long remaining() {
        Map<String, Long> present = now.sstables();
        return before.entrySet().stream()
                .filter(file -> present.containsKey(file.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Completed share by bytes, 0 to 1. Files that a running compaction replaces count by its progress. */
    public double share() {
        if (bytes() == 0) {
            return 1;
        }
        Map<String, Long> present = now.sstables();
        double open = remaining();
        for (RunningCompaction compaction : now.ours()) {
            for (String input : compaction.inputs()) {
                open -= present.containsKey(input) ? before.getOrDefault(input, 0L) * compaction.share() : 0;
            }
        }
        return Math.max(0, (bytes() - open) / bytes());
    }

    private boolean isReplacing() {
        Map<String, Long> present = now.sstables();
        return now.ours().stream()
                .flatMap(compaction -> compaction.inputs().stream())
                .anyMatch(input -> before.containsKey(input) && present.containsKey(input));
    }

    /** Time since the change. */
    public Duration elapsed() {
        return Duration.between(begunAt, at);
    }

    /** The duration of the whole rewrite; empty if neither a price nor sufficient progress gives it. */
    public Optional<RewriteDuration> estimate() {
        double share = share();
        if (share < EARLY || startedAt.equals(at)) {
            return price.map(terms -> terms.cost().duration().atLeast(elapsed()));
        }
        boolean hasRecent = recent.at().isAfter(startedAt) && share > recent.share();
        Instant since = hasRecent ? recent.at() : startedAt;
        double made = hasRecent ? share - recent.share() : share;
        double rest = Duration.between(since, at).toMillis() * (1 - share) / made;
        return Optional.of(new RewriteDuration(
                after(rest), after(FASTER * rest), after(SLOWER * rest), RewriteDuration.Basis.MEASURED));
    }

    private Duration after(double millis) {
        return elapsed().plusMillis(Math.round(millis));
    }

    /** Why the rewrite must stop; empty if it may continue. */
    public Optional<RewriteAbort> abort() {
        return ended
                ? Optional.empty()
                : RewriteSpace.exhaustion(now).<RewriteAbort>map(why -> why).or(() -> price.flatMap(this::tooSlow));
    }

    private Optional<RewriteAbort> tooSlow(RewriteRepaid terms) {
        Duration shortest = estimate().orElseThrow().shortest();
        Optional<Duration> payback = terms.cost().payback(shortest, terms.gain());
        return share() >= HALF
                        || payback.filter(after -> after.compareTo(horizon) <= 0)
                                .isPresent()
                ? Optional.empty()
                : Optional.of(new PaybackImpossible(elapsed(), share(), shortest, payback, horizon));
    }

    /** Why no other rewrite may start; empty if this one is over. */
    public Optional<RewriteObstacle> obstacle() {
        return ended ? Optional.empty() : Optional.of(new RewriteRunning(decision, share()));
    }
}
