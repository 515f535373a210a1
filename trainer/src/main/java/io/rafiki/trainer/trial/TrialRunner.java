package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Runs one trial: starts the node, checks the effective configuration, warms up, measures and cleans up.
 *
 * <p>Every error becomes the trial's status and cause. Only an interrupt is thrown.
 */
public final class TrialRunner {

    private final TrialFolders folders;
    private final TrialConditions conditions;
    private final Ycsb ycsb;
    private final TrialPhase.Listener listener;

    /** @param listener hears which phase a trial is in */
    public TrialRunner(TrialFolders folders, TrialConditions conditions, Ycsb ycsb, TrialPhase.Listener listener) {
        this.listener = listener;
        this.folders = folders;
        this.conditions = conditions;
        this.ycsb = ycsb;
    }

    /**
     * Runs the trial, and retries once with other ports if another process took a port before the node's start.
     *
     * @param floor throughput that a sustained trial must be able to reach, or it ends early
     * @param source starts the node
     */
    public Trial run(PlannedTrial planned, OptionalDouble floor, TrialNode.Source source, Map<String, Long> seeds)
            throws InterruptedException {
        TrialBuilder first = attempt(planned, floor, source, seeds);
        boolean retry =
                first.failure().filter(TrialFailure.PortTaken.class::isInstance).isPresent();
        return (retry ? attempt(planned, floor, source, seeds) : first).trial();
    }

    private TrialBuilder attempt(
            PlannedTrial planned, OptionalDouble floor, TrialNode.Source source, Map<String, Long> seeds)
            throws InterruptedException {
        TrialBuilder draft = new TrialBuilder(planned, conditions, seeds);
        listener.phase(TrialPhase.START);
        try (TrialNode node = source.start(folders.work())) {
            draft.environment(node.environment());
            measure(planned, floor, node, draft);
        } catch (IOException failure) {
            draft.failed(failure);
        } finally {
            end(folders.work(), draft);
        }
        return draft;
    }

    private void measure(PlannedTrial planned, OptionalDouble floor, TrialNode node, TrialBuilder draft)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        node.awaitReady();
        draft.environment(node.environment());
        draft.ready(System.nanoTime() - begin);
        draft.effective(node.effective(planned.configuration()));
        Optional<BackgroundLoad> others = backgroundLoad(node.pid());
        if (conditions.sustained().isPresent()) {
            SustainedMeasurement sustained = sustained(planned, floor, node, draft);
            listener.phase(TrialPhase.STOP);
            draft.measured(sustained, share(others));
            return;
        }
        LoadResult driven = node.client()
                .drive(
                        ycsb,
                        planned.workload(),
                        conditions.warmUp(),
                        conditions.measurement(),
                        folders.work().resolve("ycsb"),
                        listener);
        listener.phase(TrialPhase.STOP);
        draft.measured(driven, share(others));
    }

    private SustainedMeasurement sustained(
            PlannedTrial planned, OptionalDouble floor, TrialNode node, TrialBuilder draft)
            throws IOException, InterruptedException {
        LoadGenerator client = node.client();
        try (DebtRecorder debt = new DebtRecorder(client.target().compactions(), node.pid(), client.processorCount())) {
            return new SustainedLoad(
                            client,
                            ycsb,
                            planned.workload(),
                            draft.operationsSeed(),
                            debt,
                            folders.work().resolve("ycsb"),
                            listener,
                            floor)
                    .drive();
        }
    }

    /** Starts to measure the load of other processes; empty if the node can run on another machine. */
    private static Optional<BackgroundLoad> backgroundLoad(OptionalLong node) throws IOException {
        return node.isPresent() ? Optional.of(new BackgroundLoad(node.getAsLong())) : Optional.empty();
    }

    private static Optional<Double> share(Optional<BackgroundLoad> others) throws IOException {
        return others.isPresent() ? Optional.of(others.get().share()) : Optional.empty();
    }

    /** Keeps the logs and removes the copy. */
    private void end(Path folder, TrialBuilder draft) {
        try {
            keepLogs(folder, draft);
        } catch (IOException full) {
            // the measurement counts without them
        }
        try {
            FileTrees.delete(folder);
        } catch (IOException stays) {
            // the next trial needs an empty folder, and names this one
        }
        draft.ended();
    }

    private void keepLogs(Path folder, TrialBuilder draft) throws IOException {
        Path log = folders.log(draft.id());
        Files.createDirectories(log.getParent());
        keep(folder.resolve("node.log"), log);
        draft.log(folders.relative(log));
        if (draft.failure().isPresent()) {
            keepLast(folder.resolve("ycsb"), TrialFolders.ycsb(log));
        }
        if (draft.series().isPresent()) {
            Path series = TrialFolders.series(log);
            Files.writeString(series, draft.series().get());
            draft.seriesFile(folders.relative(series));
        }
    }

    /** Keeps the log of the last YCSB run. */
    private static void keepLast(Path runs, Path as) throws IOException {
        if (!Files.isDirectory(runs)) {
            return;
        }
        Optional<Path> last = FileTrees.files(runs).stream()
                .filter(file -> file.endsWith("ycsb.log"))
                .max(Comparator.comparing(file -> file.toFile().lastModified()));
        if (last.isPresent()) {
            keep(last.get(), as);
        }
    }

    private static void keep(Path file, Path as) throws IOException {
        if (Files.exists(file)) {
            Files.move(file, as, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
