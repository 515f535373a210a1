package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Runs one trial: node in its configuration, check of what is in effect, warm-up, measurement, end.
 *
 * <p>Whatever goes wrong becomes the trial's status and cause; only an interrupt is thrown.
 */
public final class TrialRunner {

    /** As the JVM says it of clients' ports, and Cassandra of the one between nodes. */
    private static final Pattern PORT_TAKEN = Pattern.compile("Address already in use|in use by another process");

    private final TrialFolders folders;
    private final Conditions conditions;
    private final Ycsb ycsb;

    public TrialRunner(TrialFolders folders, Conditions conditions, Ycsb ycsb) {
        this.folders = folders;
        this.conditions = conditions;
        this.ycsb = ycsb;
    }

    /** Runs the trial on a node of its own, with a copy of the data set, which must be laid out as the configuration's compaction says. */
    public Trial run(PlannedTrial planned, FreshNodes nodes, Dataset dataset, Map<String, Long> seeds)
            throws InterruptedException {
        return run(planned, folder -> nodes.start(folder, planned.configuration(), dataset), seeds);
    }

    /** Runs the trial on a node that is already there. */
    public Trial run(PlannedTrial planned, LiveNodes nodes, Map<String, Long> seeds) throws InterruptedException {
        return run(planned, folder -> nodes.set(planned.configuration(), conditions), seeds);
    }

    /** Once more, with other ports, if somebody took one between the look and the node's start. */
    Trial run(PlannedTrial planned, TrialNode.Source source, Map<String, Long> seeds) throws InterruptedException {
        Trial trial = attempt(planned, source, seeds);
        return trial.cause() != null && PORT_TAKEN.matcher(trial.cause()).find()
                ? attempt(planned, source, seeds)
                : trial;
    }

    private Trial attempt(PlannedTrial planned, TrialNode.Source source, Map<String, Long> seeds)
            throws InterruptedException {
        TrialDraft draft = new TrialDraft(planned, conditions, seeds);
        try (TrialNode node = source.start(folders.work())) {
            draft.environment(node.environment());
            measure(planned, node, draft);
        } catch (IOException failure) {
            draft.failed(failure);
        } finally {
            end(folders.work(), draft);
        }
        return draft.trial();
    }

    private void measure(PlannedTrial planned, TrialNode node, TrialDraft draft)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        node.awaitReady();
        draft.environment(node.environment());
        draft.ready(System.nanoTime() - begin);
        draft.effective(node.effective(planned.configuration()));
        Optional<OtherLoad> others = node.others();
        Driven driven = node.drive(
                ycsb,
                planned.readRatio(),
                conditions.warmUp(),
                conditions.measured(),
                folders.work().resolve("ycsb"));
        draft.measured(driven, others.isPresent() ? Optional.of(others.get().share()) : Optional.empty());
    }

    /** Keeps the logs and removes the copy. */
    private void end(Path folder, TrialDraft draft) {
        try {
            Path log = folders.log(draft.id());
            Files.createDirectories(log.getParent());
            draft.log(folders.relative(log));
            keep(folder.resolve("node.log"), log);
            if (!draft.isOk()) {
                keep(folder.resolve("ycsb").resolve("ycsb.log"), TrialFolders.ycsb(log));
            }
            Folders.delete(folder);
        } catch (IOException failure) {
            draft.failed(failure);
        }
        draft.ended();
    }

    private static void keep(Path file, Path as) throws IOException {
        if (Files.exists(file)) {
            Files.move(file, as, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
