package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.search.SearchResult;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures the duration of a search, and the distance of the found configurations from the optimum. */
final class SearchBenchmark {

    private static final double[] READ_RATIOS = {0.1, 0.5, 0.9};
    private static final int WARM_UP = 150;
    private static final int TRIALS = 200;
    private static final double NOISE = 0.05;

    private final int seeds;

    /** @param seeds number of searches per read ratio */
    SearchBenchmark(int seeds) {
        this.seeds = seeds;
    }

    /**
     * Trains on synthetic trials and searches.
     *
     * @param networks number of trained networks
     * @param yardstick reference search that finds the optimum, or the best known value
     */
    void run(String name, KnobSpace space, int networks, Search yardstick, Consumer<BenchmarkResult> figures)
            throws InterruptedException {
        Ensemble ensemble = new EnsembleTrainer(TrainingConfig.DEFAULT.with(networks, 1, 1), finished -> {})
                .train(new Surface(space, 1).samples(TRIALS, NOISE, 7))
                .ensemble();
        String members = name + ": search, " + networks + " networks";
        search(members, ensemble, SearchSpace.of(space), yardstick, figures);
    }

    private void search(
            String name, Ensemble ensemble, SearchSpace where, Search yardstick, Consumer<BenchmarkResult> figures) {
        Search genetic = new GeneticSearch();
        for (int i = 0; i < WARM_UP; i++) {
            genetic.search(ensemble, Workload.ofReadRatio(READ_RATIOS[i % READ_RATIOS.length]), where, i);
        }
        List<Double> times = new ArrayList<>();
        List<Double> evaluations = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (double readRatio : READ_RATIOS) {
            double best = bound(yardstick.search(ensemble, Workload.ofReadRatio(readRatio), where, 0));
            double[] bounds = new double[seeds];
            for (int seed = 0; seed < seeds; seed++) {
                long start = System.nanoTime();
                SearchResult result = genetic.search(ensemble, Workload.ofReadRatio(readRatio), where, seed);
                times.add((System.nanoTime() - start) / 1e6);
                evaluations.add((double) result.evaluations());
                bounds[seed] = bound(result);
                best = Math.max(best, bounds[seed]);
            }
            for (double bound : bounds) {
                shares.add(bound / best);
            }
        }
        figures.accept(BenchmarkResult.of(name, "ms", array(times)));
        figures.accept(BenchmarkResult.of(name + ", evaluations", "", array(evaluations)));
        figures.accept(BenchmarkResult.exact(name + ", reached 99 % of the best known", "of " + shares.size(), (double)
                shares.stream().filter(share -> share >= 0.99).count()));
        figures.accept(BenchmarkResult.exact(
                name + ", the worst share of the best known",
                "",
                shares.stream().mapToDouble(share -> share).min().orElse(Double.NaN)));
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(SearchSpace.KAPPA);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(v -> v).toArray();
    }
}
