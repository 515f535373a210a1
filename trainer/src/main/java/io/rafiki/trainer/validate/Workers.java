package io.rafiki.trainer.validate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Runs tasks on several threads: first one of each cheap kind, which tells how long the others will take, then the others. */
final class Workers {

    private final int threads;
    private final Progress progress;

    Workers(int threads, Progress progress) {
        this.threads = threads;
        this.progress = progress;
    }

    /**
     * How long a task takes, by another.
     *
     * @param like the task that is measured
     * @param times how many times longer this one takes
     */
    record Cost(Task like, int times) {}

    /** The outcomes, in the order of the tasks. */
    Map<Task, Task.Outcome> run(List<Task> tasks, Function<Task, Cost> cost) throws InterruptedException {
        Map<Task, Task.Outcome> outcomes = new LinkedHashMap<>();
        tasks.forEach(task -> outcomes.put(task, null));
        List<Task> first = new ArrayList<>();
        List<Task> rest = new ArrayList<>();
        for (Task task : tasks) {
            (task.equals(cost.apply(task).like()) ? first : rest).add(task);
        }
        run(first, outcomes, task -> 1.0, done -> {});
        Function<Task, Double> seconds = task -> {
            Cost told = cost.apply(task);
            return told.times() * outcomes.get(told.like()).seconds();
        };
        double total = rest.stream().mapToDouble(seconds::apply).sum();
        progress.estimated(total / Math.min(threads, Math.max(1, rest.size())));
        run(rest, outcomes, seconds, done -> progress.advanced(total > 0 ? Math.min(1, done / total) : 1));
        return outcomes;
    }

    private record Ended(Task task, Task.Outcome outcome) {}

    private interface Done {
        void sum(double seconds);
    }

    private void run(List<Task> tasks, Map<Task, Task.Outcome> outcomes, Function<Task, Double> seconds, Done done)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            ExecutorCompletionService<Ended> service = new ExecutorCompletionService<>(executor);
            for (Task task : tasks) {
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
