package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.progress.ProgressReporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Runs tasks on several threads. It starts with one task of each cheap kind, whose durations predict those of the others. */
final class TaskScheduler {

    private final int threads;
    private final ProgressReporter progress;
    private final String plan;

    /** @param plan description of the trainings in a few words */
    TaskScheduler(int threads, ProgressReporter progress, String plan) {
        this.plan = plan;
        this.threads = threads;
        this.progress = progress;
    }

    /**
     * The duration of a task relative to another.
     *
     * @param like the task that is timed
     * @param times ratio of the durations
     */
    record Cost(EvaluationTask like, int times) {}

    /** The outcomes, in the order of the tasks. */
    Map<EvaluationTask, EvaluationTask.Outcome> run(List<EvaluationTask> tasks, Function<EvaluationTask, Cost> cost)
            throws InterruptedException {
        Map<EvaluationTask, EvaluationTask.Outcome> outcomes = new LinkedHashMap<>();
        tasks.forEach(task -> outcomes.put(task, null));
        List<EvaluationTask> first = new ArrayList<>();
        List<EvaluationTask> rest = new ArrayList<>();
        for (EvaluationTask task : tasks) {
            (task.equals(cost.apply(task).like()) ? first : rest).add(task);
        }
        run(first, outcomes, task -> 1.0, done -> {});
        Function<EvaluationTask, Double> seconds = task -> {
            Cost told = cost.apply(task);
            return told.times() * outcomes.get(told.like()).seconds();
        };
        double total = rest.stream().mapToDouble(seconds::apply).sum();
        double expected = total / Math.min(threads, Math.max(1, rest.size()));
        progress.begin("Validating", Duration.ofMillis((long) (1000 * expected)), plan);
        run(rest, outcomes, seconds, done -> progress.share(total > 0 ? Math.min(1, done / total) : 1));
        return outcomes;
    }

    private record Ended(EvaluationTask task, EvaluationTask.Outcome outcome) {}

    private interface Done {
        void sum(double seconds);
    }

    private void run(
            List<EvaluationTask> tasks,
            Map<EvaluationTask, EvaluationTask.Outcome> outcomes,
            Function<EvaluationTask, Double> seconds,
            Done done)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            ExecutorCompletionService<Ended> service = new ExecutorCompletionService<>(executor);
            for (EvaluationTask task : tasks) {
                service.submit(() -> new Ended(task, task.call()));
            }
            double sum = 0;
            for (int n = 0; n < tasks.size(); n++) {
                Ended ended = service.take().get();
                outcomes.put(ended.task(), ended.outcome());
                sum += seconds.apply(ended.task());
                done.sum(sum);
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof OutOfMemoryError full) {
                throw full;
            }
            throw new IllegalStateException(failed.getCause().toString(), failed.getCause());
        } finally {
            executor.shutdownNow();
        }
    }
}
