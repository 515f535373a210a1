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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The compaction of a few data files, which shows the rate of compactions on a node that has shown none. It is made once after the node's
 * start, reads at most 256 MiB, and is stopped after {@link TrialProgress#LONGEST}. {@link TrialProgress} excludes the compilation of its code.
 */
final class TrialCompaction {

    private final NodeCompactions node;
    private final JournalWriter journal;
    private final ControlLog log;
    private final Clock clock;

    /** Null before the trial. */
    private CompactionAction.Trial trial;

    private TrialProgress progress;

    /** The requests until the begin. */
    private ClientCounts clients;

    private boolean over;
    private boolean stopped;

    /** What a stopped trial has shown. */
    private Optional<TrialProgress.Part> partial = Optional.empty();

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

    /**
     * Records the trial and begins it. Without a record there is none.
     *
     * @param counts client requests until now
     */
    void begin(CompactionAction.Trial action, ClientCounts counts) {
        if (trial != null) {
            return;
        }
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("action", "trial_compaction");
        content.put("files", action.files().paths());
        content.put("bytes", action.files().bytes());
        try {
            journal.write(RecordType.ACTION, action.decision(), content);
        } catch (IOException e) {
            // the status shows the journal's problem; the next window tries again
            return;
        }
        trial = action;
        clients = counts;
        progress = TrialProgress.begin(clock.instant(), action.files().bytes(), node.used());
        log.info("[" + action.decision() + "] trial compaction of "
                + action.files().paths());
        node.compact(action.files(), refused -> {
            failure = refused;
            ended = clock.instant();
        });
    }

    /** Stops the trial if it lasts too long, and adds its rate to the history at its end. */
    CompactionHistory refresh(Instant now, ClientCounts counts, CompactionHistory history) {
        if (!isRunning()) {
            return history;
        }
        if (ended == null) {
            follow(now);
            return history.gap();
        }
        over = true;
        // Cassandra ends the call of a stopped compaction with an error
        if (failure != null && !stopped) {
            log.warn("[" + trial.decision() + "] the trial compaction failed: " + failure.getMessage());
            return history;
        }
        Optional<TrialProgress.Part> shown = stopped ? partial : progress.part(ended, 1);
        if (shown.isEmpty()) {
            log.info("[" + trial.decision() + "] the trial compaction was too short to show a rate");
            return history;
        }
        TrialProgress.Part part = shown.get();
        log.info("[" + trial.decision() + "] the trial compaction read " + part.bytes() / 1_000_000 + " MB in "
                + part.length().toMillis() + " ms");
        return history.withTrial(part, counts.since(clients));
    }

    private void follow(Instant now) {
        if (Duration.between(progress.begun(), now).compareTo(TrialProgress.LONGEST) >= 0) {
            stop(now);
            return;
        }
        try {
            node.of(trial.files())
                    .ifPresent(task -> progress = progress.next(new Look(now, task.share(), node.used())));
        } catch (NodeException e) {
            // the next sample asks again
        }
    }

    /** Stops a running trial. Its files stay live. */
    void stop(Instant now) {
        if (!isRunning() || ended != null || stopped) {
            return;
        }
        try {
            Optional<RunningCompaction> task = node.of(trial.files());
            if (task.isPresent()) {
                node.stop(task.get());
                partial = progress.part(now, task.get().share());
                stopped = true;
            }
        } catch (NodeException e) {
            log.warn("[" + trial.decision() + "] the trial compaction cannot be stopped: " + e.getMessage());
        }
    }
}
