package io.rafiki.trainer.train;

import io.rafiki.surrogate.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Trains an ensemble by a recipe: its networks one by one, or several at a time, and then keeps the better ones (Rafiki §3.6.2). */
public final class EnsembleTrainer {

    private final Recipe recipe;
    private final IntConsumer progress;

    /** @param progress told the number of networks finished so far, by the thread that waits */
    public EnsembleTrainer(Recipe recipe, IntConsumer progress) {
        this.recipe = recipe;
        this.progress = progress;
    }

    /**
     * Trains on as many threads of its own as the recipe says, and waits for them.
     *
     * @throws IllegalArgumentException with one line if no network learns anything from the samples
     */
    public TrainedEnsemble train(Samples samples) throws InterruptedException {
        return train(samples, samples.encoding());
    }

    /** Trains networks with the inputs of another encoding than the samples alone would give, as one bundle has one for all metrics. */
    public TrainedEnsemble train(Samples samples, Encoding encoding) throws InterruptedException {
        double[] values = samples.values();
        int[] folds = recipe.folds() == 0 ? new int[values.length] : Folds.of(samples, recipe.folds(), recipe.seed());
        NetworkTrainer trainer = new NetworkTrainer(recipe, samples.inputs(encoding), values, folds);
        List<Trained> trained = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(recipe.threads());
        try {
            List<Future<Optional<Trained>>> futures = new ArrayList<>();
            for (int n = 0; n < recipe.networks(); n++) {
                int number = n;
                futures.add(executor.submit(() -> trainer.train(number)));
            }
            for (Future<Optional<Trained>> future : futures) {
                future.get().ifPresent(trained::add);
                progress.accept((int) futures.stream().filter(Future::isDone).count());
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } finally {
            executor.shutdownNow();
        }
        if (trained.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected values that depend on knobs or read ratio, found none that do: "
                            + "every network became a constant. Collect more trials, or less noisy ones.");
        }
        return new TrainedEnsemble(samples, encoding, recipe, trained, Selection.of(recipe, trained, values));
    }
}
