package io.rafiki.benchmark.collection;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * How many trials it takes until what is recommended is near the best, by the way in which the trials are chosen.
 *
 * <p>Campaigns are rehearsed where the truth is known. After every few trials a model is trained on those so far and asked for a
 * configuration, as {@code rafiki recommend} would; the shortfall is how far the true throughput of that configuration is below the
 * best, on average over the read ratios.
 */
public final class CollectionBenchmark {

    /** What counts as near the best. */
    public static final double NEAR = 0.05;

    private static final int EVERY = 4;

    private final LongFunction<TestFunction> grounds;
    private final int start;
    private final int budget;
    private final TrainingConfig recipe;

    /**
     * @param grounds what to rehearse on, by seed
     * @param start trials before the first choice
     * @param budget trials in all
     * @param recipe of every model
     */
    CollectionBenchmark(LongFunction<TestFunction> grounds, int start, int budget, TrainingConfig recipe) {
        if (start < TrainingData.FEWEST || budget <= start) {
            throw new IllegalArgumentException("expected a start of at least " + TrainingData.FEWEST
                    + " trials and a greater budget, found " + start + " and " + budget);
        }
        this.grounds = grounds;
        this.start = start;
        this.budget = budget;
        this.recipe = recipe;
    }

    /** Hears of each campaign that was rehearsed. */
    @FunctionalInterface
    public interface Progress {
        void rehearsed(long seed, CollectionMethod method);
    }

    /** On made-up surfaces, another for each seed, with 5 % noise. */
    public static CollectionBenchmark onSurfaces(KnobSpace space, int start, int budget, TrainingConfig recipe) {
        return new CollectionBenchmark(seed -> new SyntheticTestFunction(space, NEAR, seed), start, budget, recipe);
    }

    /** On what a model has learnt of a node, with 5 % noise; another seed is another noise and another sequence. */
    public static CollectionBenchmark onModel(Surrogate model, int start, int budget, TrainingConfig recipe) {
        return new CollectionBenchmark(seed -> new SyntheticTestFunction(model, NEAR, seed), start, budget, recipe);
    }

    /** After how many trials a model is judged. */
    public List<Integer> checkpoints() {
        List<Integer> checkpoints = new ArrayList<>();
        for (int trials = start; trials <= budget; trials += EVERY) {
            checkpoints.add(trials);
        }
        return checkpoints;
    }

    /**
     * Rehearses with seeds 1 to {@code seeds}.
     *
     * @return method to shortfalls, a row for each seed and a column for each checkpoint
     */
    public Map<CollectionMethod, double[][]> run(List<CollectionMethod> methods, int seeds, Progress progress)
            throws IOException, InterruptedException {
        Map<CollectionMethod, double[][]> shortfalls = new EnumMap<>(CollectionMethod.class);
        methods.forEach(method -> shortfalls.put(method, new double[seeds][]));
        for (int seed = 1; seed <= seeds; seed++) {
            TestFunction ground = grounds.apply(seed);
            for (CollectionMethod method : methods) {
                shortfalls.get(method)[seed - 1] = regrets(ground, method, seed);
                progress.rehearsed(seed, method);
            }
        }
        return shortfalls;
    }

    /** The first checkpoint at which a campaign is near the best; infinite if none is. */
    public double trialsUntilNear(double[] shortfalls) {
        for (int c = 0; c < shortfalls.length; c++) {
            if (shortfalls[c] <= NEAR) {
                return checkpoints().get(c);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private double[] regrets(TestFunction ground, CollectionMethod method, long seed)
            throws IOException, InterruptedException {
        List<PlannedTrial> trials =
                method.trials(ground, start, budget, seed, recipe.with(recipe.networks(), recipe.threads(), seed));
        List<TrainingData.Point> points = trials.stream()
                .map(trial -> new TrainingData.Point(trial.workload(), trial.configuration(), ground.measured(trial)))
                .toList();
        List<Double> shortfalls = new ArrayList<>();
        for (int checkpoint : checkpoints()) {
            shortfalls.add(regret(ground, points.subList(0, Math.min(checkpoint, points.size())), seed));
        }
        return shortfalls.stream().mapToDouble(s -> s).toArray();
    }

    private double regret(TestFunction ground, List<TrainingData.Point> points, long seed) throws InterruptedException {
        Ensemble model = new EnsembleTrainer(
                        recipe.with(recipe.networks(), recipe.threads(), seed + budget), finished -> {})
                .train(new TrainingData(ground.space(), points))
                .ensemble();
        SearchSpace where = SearchSpace.of(ground.space())
                .within(TrainingDomain.of(
                        ground.space(),
                        points.stream().map(TrainingData.Point::workload).toList(),
                        points.stream().map(TrainingData.Point::configuration).toList()));
        double[] shortfalls = ground.readRatios().stream()
                .mapToDouble(readRatio -> {
                    Configuration chosen = ground.search()
                            .search(model, Workload.ofReadRatio(readRatio), where, seed)
                            .best();
                    return 1 - ground.truth(readRatio, chosen) / ground.best(readRatio);
                })
                .toArray();
        return Arrays.stream(shortfalls).average().orElseThrow();
    }
}
