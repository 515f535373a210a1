package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * The ensemble's errors on random splits of a table, as {@code rafiki validate --train-sizes} measures them, repeat by repeat. All
 * training configurations have the same splits, so their errors are pairs.
 */
public final class SplitErrors {

    private final MeasuredTable table;
    private final int repeats;
    private final Seeds seeds;
    private final int threads;

    /**
     * @param seed seed of all draws
     * @param threads number of threads; the result does not depend on it
     */
    public SplitErrors(MeasuredTable table, int repeats, long seed, int threads) {
        this.table = table;
        this.repeats = repeats;
        this.seeds = new Seeds(seed);
        this.threads = threads;
    }

    /**
     * The MAPE of each repeat, in percent.
     *
     * @param recipe its seed and threads are ignored
     * @param trainSize number of training rows, less than the table has
     */
    public List<Double> of(TrainingConfig recipe, int trainSize) throws InterruptedException {
        SplitProtocol protocol = new RandomSplit(table.rows(), List.of(trainSize), seeds);
        RegressionMethod method = new EnsembleMethod(ValidationResult.ENSEMBLE, recipe);
        List<EvaluationTask> tasks = IntStream.range(0, repeats)
                .mapToObj(repeat -> new EvaluationTask(table, protocol, trainSize, repeat, method, seeds, 0))
                .toList();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Double> errors = new ArrayList<>();
            for (Future<EvaluationTask.Outcome> outcome : executor.invokeAll(tasks)) {
                errors.add(outcome.get().errors().mape());
            }
            return errors;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } finally {
            executor.shutdownNow();
        }
    }
}
