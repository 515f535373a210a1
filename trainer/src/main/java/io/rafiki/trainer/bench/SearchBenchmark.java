package io.rafiki.trainer.bench;

import io.rafiki.knob.KnobSpace;
import io.rafiki.search.ExhaustiveSearch;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.search.SearchResult;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Recipe;
import io.rafiki.trainer.train.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** How long training takes, how long a search on the trained ensemble takes, and how near it comes to the optimum. */
final class SearchBenchmark {

    private static final double[] READ_RATIOS = {0.1, 0.5, 0.9};
    private static final int WARM_UP = 150;
    private static final int TRIALS = 200;
    private static final double NOISE = 0.05;

    private final int seeds;

    /** @param seeds how many searches at each read ratio */
    SearchBenchmark(int seeds) {
        this.seeds = seeds;
    }

    /**
     * Trains on made-up trials and searches.
     *
     * @param steps of the exhaustive grid that the optimum is taken from; 0 for none
     */
    void run(String name, KnobSpace space, int trainings, int steps, Consumer<Figure> figures)
            throws InterruptedException {
        Surface surface = new Surface(space, 1);
        Samples samples = surface.samples(TRIALS, NOISE, 7);
        double[] seconds = new double[trainings];
        Ensemble ensemble = null;
        for (int t = 0; t < trainings; t++) {
            EnsembleTrainer trainer = new EnsembleTrainer(Recipe.DEFAULT.with(20, 1, t + 1), finished -> {});
            long start = System.nanoTime();
            ensemble = trainer.train(samples).ensemble();
            seconds[t] = (System.nanoTime() - start) / 1e9;
        }
        figures.accept(Figure.of(name + ": training 20 networks on " + TRIALS + " trials, one thread", "s", seconds));
        search(name, ensemble, SearchSpace.of(space), steps, figures);
    }

    private void search(String name, Ensemble ensemble, SearchSpace where, int steps, Consumer<Figure> figures) {
        Search genetic = new GeneticSearch();
        for (int i = 0; i < WARM_UP; i++) {
            genetic.search(ensemble, READ_RATIOS[i % READ_RATIOS.length], where, i);
        }
        List<Double> times = new ArrayList<>();
        List<Double> evaluations = new ArrayList<>();
        int reached = 0;
        for (double readRatio : READ_RATIOS) {
            double optimum =
                    steps == 0 ? Double.NaN : bound(new ExhaustiveSearch(steps).search(ensemble, readRatio, where, 0));
            for (int seed = 0; seed < seeds; seed++) {
                long start = System.nanoTime();
                SearchResult result = genetic.search(ensemble, readRatio, where, seed);
                times.add((System.nanoTime() - start) / 1e6);
                evaluations.add((double) result.evaluations());
                reached += bound(result) >= 0.99 * optimum ? 1 : 0;
            }
        }
        String members = name + ": search, " + ensemble.size() + " networks kept of 20";
        figures.accept(Figure.of(members, "ms", array(times)));
        figures.accept(Figure.of(members, "evaluations", array(evaluations)));
        if (steps > 0) {
            figures.accept(
                    Figure.exact(members + ", reached 99 % of the exhaustive optimum", "of " + times.size(), reached));
        }
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(SearchSpace.KAPPA);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(v -> v).toArray();
    }
}
