package io.rafiki.trainer.train;

import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Trains an ensemble by a recipe: a mix of linear and logarithmic targets and of single and grouped priors, each network from its
 * own starting weights. Of each kind the worst by leave-one-out error are left out (Rafiki §3.6.2 leaves out the worst by training
 * error): the closed form flatters networks with one prior where samples are few, so kinds are not compared with each other.
 */
public final class EnsembleTrainer {

    private static final int RESTARTS = 3;

    private final Recipe recipe;
    private final IntConsumer progress;

    /** @param progress told the number of networks finished so far, from any thread */
    public EnsembleTrainer(Recipe recipe, IntConsumer progress) {
        this.recipe = recipe;
        this.progress = progress;
    }

    /**
     * Trains on the caller's thread and as many more as the recipe says.
     *
     * @throws IllegalArgumentException with one line if no network learns anything from the samples
     */
    public TrainedEnsemble train(Samples samples) throws InterruptedException {
        Encoding encoding = Encoding.of(samples.space());
        double[][] inputs = samples.inputs(encoding);
        double[] throughputs = samples.throughputs();
        List<Trained> trained = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(recipe.threads());
        try {
            List<Future<Optional<Trained>>> futures = new ArrayList<>();
            for (int n = 0; n < recipe.networks(); n++) {
                int number = n;
                futures.add(executor.submit(() -> one(number, inputs, throughputs)));
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
        return prune(samples, encoding, trained, throughputs);
    }

    /** Trains one network; anew from other weights where it collapses; empty if it does so each time. */
    private Optional<Trained> one(int number, double[][] inputs, double[] throughputs) {
        int[] layers = IntStream.concat(
                        IntStream.concat(
                                IntStream.of(inputs.length),
                                recipe.hidden().stream().mapToInt(n -> n)),
                        IntStream.of(1))
                .toArray();
        Target target = Target.over(throughputs, number % 2 == 1);
        Priors priors = number % 4 < 2 ? Priors.grouped(layers) : Priors.single(Network.parameters(layers));
        double[] scaled = new double[throughputs.length];
        for (int s = 0; s < scaled.length; s++) {
            scaled[s] = target.scaled(throughputs[s]);
        }
        LevenbergMarquardt trainer =
                new LevenbergMarquardt(new TanhModel(layers, inputs), scaled, priors.groups(), NoisePrior.USUAL);
        Random random = new Random(recipe.seed() * 1_000_003 + number);
        for (int attempt = 0; attempt <= RESTARTS; attempt++) {
            Fit fit = trainer.train(NguyenWidrow.weights(layers, random), recipe.epochs());
            if (!fit.isCollapsed()) {
                return Optional.of(new Trained(new Network(layers, fit.weights()), target, priors, fit, throughputs));
            }
        }
        return Optional.empty();
    }

    private TrainedEnsemble prune(Samples samples, Encoding encoding, List<Trained> trained, double[] throughputs) {
        if (trained.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected throughputs that depend on knobs or read ratio, found none that do: "
                            + "every network became a constant. Collect more trials, or less noisy ones.");
        }
        List<Trained> kept = ranked(trained).subList(0, Math.max(1, (int) Math.round(recipe.kept() * trained.size())));
        double[] mean = new double[throughputs.length];
        for (Trained network : kept) {
            double[] predictions = network.predictions();
            for (int s = 0; s < mean.length; s++) {
                mean[s] += predictions[s] / kept.size();
            }
        }
        return new TrainedEnsemble(
                samples, encoding, kept, recipe.networks(), Trained.relativeError(mean, throughputs));
    }

    /** The best of each kind first, then the second best of each, and so on. */
    private static List<Trained> ranked(List<Trained> trained) {
        Comparator<Trained> byError = Comparator.comparingDouble(Trained::error);
        Map<Trained, Long> ranks = new HashMap<>();
        for (Trained network : trained) {
            ranks.put(
                    network,
                    trained.stream()
                            .filter(other -> other.kind().equals(network.kind()))
                            .filter(other -> byError.compare(other, network) < 0)
                            .count());
        }
        return trained.stream()
                .sorted(Comparator.comparing((Trained network) -> ranks.get(network))
                        .thenComparing(byError))
                .toList();
    }
}
