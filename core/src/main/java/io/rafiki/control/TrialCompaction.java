package io.rafiki.control;

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

/**
 * Compactions of a few data files, which show the rate on a node that has shown none. The trial is made once after the node's start. Each
 * compaction is stopped when it has read enough.
 */
final class TrialCompaction {

    private final NodeCompactions node;
    private final JournalWriter journal;
    private final ControlLog log;
    private final Clock clock;

    /** What the compactions have shown. */
    private final List<TrialProgress.Part> shown = new ArrayList<>();

    /** The begun compaction; null before the trial. */
    private CompactionAction.Trial trial;

    private TrialProgress progress;

    /** The last seen task of the begun compaction, and the bytes of the tasks before it. */
    private Optional<RunningCompaction> task = Optional.empty();

    private long compactedBefore;
    private int compactions;

    /** The begin of the trial. */
    private Instant begunAt;

    /** The compaction that may begin now. */
    private Optional<CompactionAction> next = Optional.empty();

    /** The requests until the begin of the trial. */
    private ClientCounts clients;

    private boolean over;

    /** Whether the running compaction was stopped. */
    private boolean stopped;

    /** Whether the running compaction is the last one. */
    private boolean ends;

    private volatile Instant ended;
    private volatile NodeException failure;

    TrialCompaction(NodeCompactions node, JournalWriter journal, ControlLog log, Clock clock) {
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
        if (!first && (ends || !next.equals(Optional.of(action)))) {
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
        progress = TrialProgress.begin(clock.instant(), action.files().bytes(), node.used());
        log.info("[" + action.decision() + "] trial compaction of "
                + action.files().paths());
        node.compact(action.files(), refused -> {
            failure = refused;
            ended = clock.instant();
        });
    }

    /** Stops a compaction that has read enough, and adds the rate to the history at the end of the trial. */
    CompactionHistory refresh(Instant now, ClientCounts counts, CompactionHistory history) {
        if (!isRunning()) {
            return history;
        }
        if (ended == null) {
            follow(now);
            return history.gap();
        }
        if (next.isEmpty() && failure == null && !stopped) {
            show(ended, 1);
            next = following(now);
            if (next.isPresent()) {
                return history.gap();
            }
        } else if (failure != null && !stopped) {
            log.warn("[" + trial.decision() + "] the trial compaction failed: " + failure.getMessage());
        }
        next = Optional.empty();
        over = true;
        return shown.isEmpty() ? history : history.withTrial(shown, counts.since(clients));
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
        return ends || TrialProgress.isEnough(compactions, Duration.between(begunAt, now))
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
        if (progress.isOver(now)) {
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
        ends = true;
        if (ended != null || stopped) {
            return;
        }
        try {
            Optional<RunningCompaction> running = node.of(trial.files());
            if (running.isPresent()) {
                node.stop(running.get());
                show(now, share(running.get()));
                stopped = true;
            }
        } catch (NodeException e) {
            log.warn("[" + trial.decision() + "] the trial compaction cannot be stopped: " + e.getMessage());
        }
    }
}
