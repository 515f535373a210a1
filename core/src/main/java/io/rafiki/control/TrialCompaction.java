package io.rafiki.control;

import io.rafiki.decision.CompactionHistory;
import io.rafiki.journal.RecordType;
import io.rafiki.node.NodeException;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TrialFile;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The compaction of one small data file, which shows the rate of compactions on a node that has shown none. It is made once after the node's
 * start, reads at most 256 MiB, and is stopped after 20 s.
 */
final class TrialCompaction {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Shortest time that gives a rate. */
    private static final Duration SHORTEST = Duration.ofMillis(200);

    private final NodeCompactions node;
    private final JournalWriter journal;
    private final ControlLog log;
    private final Clock clock;

    /** Null before the trial. */
    private CompactionAction.Trial trial;

    private Instant begun;
    private boolean over;

    /** What a stopped trial has read until its stop; null if it was not stopped. */
    private Partial partial;

    private volatile Instant ended;
    private volatile NodeException failure;

    private record Partial(Duration length, long bytes) {}

    TrialCompaction(NodeCompactions node, JournalWriter journal, ControlLog log, Clock clock) {
        this.node = node;
        this.journal = journal;
        this.log = log;
        this.clock = clock;
    }

    /** The file that a decision needs a trial of, or that is under trial; empty if no trial is possible or needed. */
    Optional<TrialFile> file() {
        return over ? Optional.empty() : trial == null ? node.trialFile() : Optional.of(trial.file());
    }

    boolean isRunning() {
        return trial != null && !over;
    }

    /** Records the trial and begins it. Without a record there is none. */
    void begin(CompactionAction.Trial action) {
        if (trial != null) {
            return;
        }
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("action", "trial_compaction");
        content.put("file", action.file().path());
        content.put("bytes", action.file().bytes());
        try {
            journal.write(RecordType.ACTION, action.decision(), content);
        } catch (IOException e) {
            // the status shows the journal's problem; the next window tries again
            return;
        }
        trial = action;
        begun = clock.instant();
        log.info("[" + action.decision() + "] trial compaction of "
                + action.file().path());
        node.compact(action.file(), refused -> {
            failure = refused;
            ended = clock.instant();
        });
    }

    /** Stops the trial if it lasts too long, and adds its rate to the history at its end. */
    CompactionHistory refresh(Instant now, CompactionHistory history) {
        if (!isRunning()) {
            return history;
        }
        if (ended == null) {
            if (Duration.between(begun, now).compareTo(LONGEST) >= 0) {
                stop(now);
            }
            return history.gap();
        }
        over = true;
        if (failure != null) {
            log.warn("[" + trial.decision() + "] the trial compaction failed: " + failure.getMessage());
            return history;
        }
        Partial read = partial != null
                ? partial
                : new Partial(Duration.between(begun, ended), trial.file().bytes());
        if (read.length().compareTo(SHORTEST) < 0 || read.bytes() <= 0) {
            log.info("[" + trial.decision() + "] the trial compaction was too short to show a rate");
            return history;
        }
        log.info("[" + trial.decision() + "] the trial compaction read " + read.bytes() / 1_000_000 + " MB in "
                + read.length().toMillis() + " ms");
        return history.withTrial(begun, read.length(), read.bytes());
    }

    /** Stops a running trial. Its file stays live. */
    void stop(Instant now) {
        if (!isRunning() || ended != null || partial != null) {
            return;
        }
        try {
            Optional<RunningCompaction> task = node.of(trial.file());
            if (task.isPresent()) {
                node.stop(task.get());
                partial = new Partial(Duration.between(begun, now), task.get().completed());
            }
        } catch (NodeException e) {
            log.warn("[" + trial.decision() + "] the trial compaction cannot be stopped: " + e.getMessage());
        }
    }
}
