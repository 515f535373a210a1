package io.rafiki.benchmark.rivals;

import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Lets tuners work on surfaces. Each result is appended to a file, so the same study continues after an interruption.
 *
 * @param recorded trials that give the surfaces their shape, and the trials on them their durations
 * @param results results of this and earlier runs
 * @param done receives each new result
 */
public record RivalStudy(TrialSet recorded, ResultFile<RivalRun> results, Consumer<RivalRun> done) {

    /** The relative standard deviation of the recorded replicates. */
    public double noise() {
        return recorded.samples().repeats().deviation();
    }

    /**
     * Runs every tuner on every task that has no result yet.
     *
     * @param threads tasks at the same time
     * @return the results of these tuners and tasks
     * @throws IOException with one line, if a tuner cannot run or the file cannot be read
     */
    public List<RivalRun> run(List<Tuner> tuners, List<RivalRun.Task> tasks, int threads)
            throws IOException, InterruptedException {
        List<RivalRun> known = results.read();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<List<RivalRun>>> futures = new ArrayList<>();
        try {
            for (RivalRun.Task task : tasks) {
                futures.add(executor.submit(() -> run(tuners, task, known)));
            }
            List<RivalRun> all = new ArrayList<>();
            for (Future<List<RivalRun>> future : futures) {
                all.addAll(future.get());
            }
            return all;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException cause) {
                throw new IOException(cause.getMessage(), cause);
            }
            throw new IllegalStateException(failed.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private List<RivalRun> run(List<Tuner> tuners, RivalRun.Task task, List<RivalRun> known)
            throws IOException, InterruptedException {
        double noise = noise();
        Set<String> knobs = recorded.samples().space().defaults().toMap().keySet();
        List<RivalRun> runs = new ArrayList<>();
        Surrogate truth = null;
        double optimum = 0;
        for (Tuner tuner : tuners) {
            List<RivalRun> before = known.stream()
                    .filter(run -> run.task().equals(task) && run.tuner().equals(tuner.name()))
                    // the file can also hold results over the knobs of a former plan
                    .filter(run -> run.choice().keySet().equals(knobs))
                    .toList();
            if (!before.isEmpty()) {
                runs.add(before.get(0));
                continue;
            }
            if (truth == null) {
                truth = task.surface().surface(recorded.samples(), task.seed());
                optimum = SurfaceTrials.optimum(truth, Workload.ofReadRatio(task.readRatio()));
            }
            RivalRun run = RivalRun.of(tuner, task, truth, optimum, noise, recorded.durations());
            append(run);
            runs.add(run);
        }
        return runs;
    }

    private void append(RivalRun run) throws IOException {
        // one line at a time
        synchronized (done) {
            done.accept(results.append(run));
        }
    }
}
