package io.rafiki.trainer.train;

import io.rafiki.surrogate.FeatureEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Trains the networks of an ensemble, one by one or several at a time. */
public final class EnsembleTrainer {

    private final TrainingConfig recipe;
    private final IntConsumer progress;

    /** @param progress receives the number of finished networks, on the waiting thread */
    public EnsembleTrainer(TrainingConfig recipe, IntConsumer progress) {
        this.recipe = recipe;
        this.progress = progress;
    }

    /**
     * Trains on as many own threads as configured, and waits for them.
     *
     * @throws IllegalArgumentException with one line if fewer than half of the networks learn anything from the samples
     */
    public TrainedEnsemble train(TrainingData samples) throws InterruptedException {
        return train(samples, samples.encoding());
    }

    /** Trains with the inputs of a given encoding instead of the samples' own, because all metrics of a bundle share one encoding. */
    public TrainedEnsemble train(TrainingData samples, FeatureEncoder encoding) throws InterruptedException {
        NetworkTrainer trainer = new NetworkTrainer(recipe, samples, encoding);
        List<TrainedNetwork> trained = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(recipe.threads());
        try {
            List<Future<Optional<TrainedNetwork>>> futures = new ArrayList<>();
            for (int n = 0; n < recipe.networks(); n++) {
                int number = n;
                futures.add(executor.submit(() -> trainer.train(number)));
            }
            for (Future<Optional<TrainedNetwork>> future : futures) {
                future.get().ifPresent(trained::add);
                progress.accept((int) futures.stream().filter(Future::isDone).count());
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } finally {
            executor.shutdownNow();
        }
        requireHalf(trained.size(), recipe.networks());
        return new TrainedEnsemble(samples, encoding, recipe, trained);
    }

    /** Fewer networks would find an effect by chance, and agree too much. */
    static void requireHalf(int found, int networks) {
        if (2 * found < networks) {
            throw new IllegalArgumentException("networks: expected an effect of knobs or workload in at least "
                    + (networks + 1) / 2 + " of " + networks + ", found one in " + found
                    + ": the others became constants. Collect more trials, or less noisy ones.");
        }
    }
}
