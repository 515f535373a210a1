package io.rafiki.control.rewrite;

import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.TrialProgress;
import io.rafiki.decision.TrialProgress.Look;
import io.rafiki.journal.RecordType;
import io.rafiki.node.NodeException;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TrialFiles;
import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Compactions of a few data files, which show the rate on a node that has shown none. The trial is made once after the node's start. Each
 * compaction is stopped when it has read enough.
 */
public final class TrialCompaction {

    private final NodeCompactions node;
    private final JournalWriter journal;
    private final ControlLog log;
    private final Clock clock;

    /** Smallest share of the files that a completed compaction has read. Cassandra skips files that another one has replaced. */
    private static final double COMPLETE = 0.8;

    /** Time after a stopped compaction in which clients read again from the disk what it read: Cassandra drops those pages. */
    private static final Duration AFTER_STOP = Duration.ofMinutes(1);

    /** What the compactions have shown. */
    private final List<TrialProgress.Part> shown = new ArrayList<>();

    /** The begun compaction; null before the trial. */
    private CompactionAction.Trial trial;

    private TrialProgress progress;

    /** The last seen task of the begun compaction, and the bytes of the tasks before it. */
    private Optional<RunningCompaction> task = Optional.empty();

    private long compactedBefore;

    /** Bytes that all compactions had read at its begin. */
    private OptionalLong readBefore = OptionalLong.empty();

    private int compactions;

    /** The begin of the trial. */
    private Instant begunAt;

    /** The compaction that may begin now. */
    private Optional<CompactionAction> next = Optional.empty();

    /** The requests until the begin of the trial. */
    private ClientCounts clients;

    private boolean over;
    private Instant overAt;

    /** Whether the running compaction was stopped. */
    private boolean stopped;

    /** When the trial was to stop; null before that. Then the running compaction is the last one. */
    private Instant endsAt;

    private volatile Instant ended;
    private volatile NodeException failure;

    public TrialCompaction(NodeCompactions node, JournalWriter journal, ControlLog log, Clock clock) {
        this.node = node;
        this.journal = journal;
        this.log = log;
        this.clock = clock;
    }

    /** The files that a decision needs a trial of, or that are under trial; empty if no trial is possible or needed. */
    Optional<TrialFiles> files() {
        return over ? Optional.empty() : trial == null ? node.trialFiles() : Optional.of(trial.files());
    }

    boolean isRunning() {
        return trial != null && !over;
    }

    /** Whether it makes the clients slower: it runs, or was stopped a moment ago. */
    boolean disturbsClients(Instant now) {
        return isRunning() || (stopped && Duration.between(overAt, now).abs().compareTo(AFTER_STOP) < 0);
    }

    /** The compaction that may begin now, after the first one. A trial that may not continue at once is over. */
    Optional<CompactionAction> next() {
        return next;
    }

    /**
     * Records a compaction and begins it. Without a record there is none.
     *
     * @param counts client requests until now
     */
    void begin(CompactionAction.Trial action, ClientCounts counts) {
        boolean first = trial == null;
        if (!first && (endsAt != null || !next.equals(Optional.of(action)))) {
            return;
        }
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("action", "trial_compaction");
        content.put("files", action.files().paths());
        content.put("bytes", action.files().bytes());
        try {
            journal.write(RecordType.ACTION, action.decision(), content);
        } catch (IOException e) {
            // the status shows the journal's problem; the next window tries the first one again
            return;
        }
        if (first) {
            clients = counts;
            begunAt = clock.instant();
        }
        compactions++;
        next = Optional.empty();
        trial = action;
        ended = null;
        task = Optional.empty();
        compactedBefore = 0;
        readBefore = node.compacted(action.files());
        progress = TrialProgress.begin(clock.instant(), action.files().bytes(), node.used());
        log.info("[" + action.decision() + "] trial compaction of "
                + action.files().paths());
        try {
            node.compact(action.files(), refused -> {
                failure = refused;
                ended = clock.instant();
            });
        } catch (RuntimeException | Error thrown) {
            // no thread has begun it, so none will report its end
            endsAt = clock.instant();
            ended = endsAt;
            throw thrown;
        }
    }

    /** Stops a compaction that has read enough, and adds the rate to the history at the end of the trial. */
    CompactionHistory refresh(Instant now, ClientCounts counts, CompactionHistory history) {
        if (!isRunning()) {
            return history;
        }
        if (ended == null && !isLost(now)) {
            follow(now);
            return history.gap();
        }
        if (ended == null) {
            log.warn("[" + trial.decision() + "] the trial compaction has not begun or not ended; the tuner continues");
        } else if (next.isEmpty() && failure == null && !stopped) {
            if (isComplete()) {
                show(ended, 1);
            } else {
                log.info("[" + trial.decision() + "] the trial compaction did not read all of its files");
            }
            next = following(now);
            if (next.isPresent()) {
                return history.gap();
            }
        } else if (failure != null && !stopped) {
            log.warn("[" + trial.decision() + "] the trial compaction failed: " + failure.getMessage());
        }
        next = Optional.empty();
        over = true;
        overAt = now;
        return shown.isEmpty() ? history : history.withTrial(shown, counts.since(clients));
    }

    /** Whether its end cannot be awaited: it waits for other compactions, or Cassandra does not stop it. */
    private boolean isLost(Instant now) {
        return endsAt != null && Duration.between(endsAt, now).abs().compareTo(TrialProgress.LONGEST) >= 0;
    }

    private boolean isComplete() {
        OptionalLong read = node.compacted(trial.files());
        return readBefore.isPresent()
                && read.isPresent()
                && read.getAsLong() - readBefore.getAsLong()
                        >= COMPLETE * trial.files().bytes();
    }

    private void show(Instant end, double share) {
        Optional<TrialProgress.Part> part = progress.part(end, share);
        part.ifPresent(shown::add);
        log.info("[" + trial.decision() + "] the trial compaction "
                + part.map(rate -> "read " + rate.bytes() / 1_000_000 + " MB in "
                                + rate.length().toMillis() + " ms")
                        .orElse("was too short to show a rate"));
    }

    /** The next compaction; empty if none is needed or possible. */
    private Optional<CompactionAction> following(Instant now) {
        return endsAt != null || progress.isEnough(compactions, Duration.between(begunAt, now), shown)
                ? Optional.empty()
                : node.trialFiles().map(files -> new CompactionAction.Trial(trial.decision(), files));
    }

    private void follow(Instant now) {
        try {
            Optional<RunningCompaction> running = node.of(trial.files());
            if (running.isPresent()) {
                progress = progress.next(new Look(now, share(running.get()), node.used()));
            }
        } catch (NodeException e) {
            // the next sample asks again
        }
        if (endsAt != null || progress.isOver(now)) {
            stop(now);
        }
    }

    /** The completed share of all files. */
    private double share(RunningCompaction running) {
        if (running.inputs().equals(trial.files().keys())) {
            return running.share();
        }
        task.filter(former -> !former.id().equals(running.id())).ifPresent(former -> compactedBefore += former.total());
        task = Optional.of(running);
        return Math.min(
                1,
                (double) (compactedBefore + running.completed()) / trial.files().bytes());
    }

    /** Stops a running trial. Its files stay live. */
    void stop(Instant now) {
        if (!isRunning()) {
            return;
        }
        endsAt = endsAt == null ? now : endsAt;
        if (ended != null || stopped) {
            return;
        }
        try {
            Optional<RunningCompaction> running = node.of(trial.files());
            if (running.isPresent()) {
                node.stop(running.get());
                log.info("[" + trial.decision() + "] stopped the trial compaction; its files stay");
                show(now, share(running.get()));
                stopped = true;
            }
        } catch (NodeException e) {
            log.warn("[" + trial.decision() + "] the trial compaction cannot be stopped: " + e.getMessage());
        }
    }
}
