package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.knob.Configuration;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.workload.Workload;
import java.util.Random;
import java.util.function.Consumer;

/** Measures the coverage of predicted deviations, and the benefit of searched configurations over the baseline. */
final class CoverageBenchmark {

    private static final int[] SIZES = {30, 60, 120, 200};
    private static final double[] READ_RATIOS = {0.1, 0.5, 0.9};
    private static final double NOISE = 0.05;
    private static final int SURFACES = 6;
    private static final int POINTS = 300;
    private static final double NEGLIGIBLE = 0.03;

    private double withinOne;
    private double withinTwo;
    private double error;
    private double gain;
    private double worse;

    void run(Consumer<BenchmarkResult> figures) throws InterruptedException {
        for (int size : SIZES) {
            withinOne = 0;
            withinTwo = 0;
            error = 0;
            gain = 0;
            worse = 0;
            for (int seed = 1; seed <= SURFACES; seed++) {
                Surface surface = new Surface(Surface.paperKnobs(), seed);
                Ensemble ensemble = new EnsembleTrainer(TrainingConfig.DEFAULT.with(1, seed), finished -> {})
                        .train(surface.samples(size, NOISE, seed))
                        .ensemble();
                cover(surface, ensemble, new Random(seed));
                choose(surface, ensemble, seed);
            }
            String name = size + " trials with 5 % noise, new ones: ";
            figures.accept(BenchmarkResult.exact(name + "mean error", "%", 100 * error / (SURFACES * POINTS)));
            figures.accept(
                    BenchmarkResult.exact(name + "within one deviation", "%", 100 * withinOne / (SURFACES * POINTS)));
            figures.accept(
                    BenchmarkResult.exact(name + "within two deviations", "%", 100 * withinTwo / (SURFACES * POINTS)));
            int cases = SURFACES * READ_RATIOS.length;
            figures.accept(BenchmarkResult.exact(name + "true gain of the search's choice", "%", 100 * gain / cases));
            figures.accept(BenchmarkResult.exact(name + "choices worse than the default by 3 %", "of " + cases, worse));
        }
    }

    private void cover(Surface surface, Ensemble ensemble, Random random) {
        for (int i = 0; i < POINTS; i++) {
            double readRatio = random.nextDouble();
            Configuration configuration = surface.random(random);
            double measured = surface.value(readRatio, configuration) * Math.exp(NOISE * random.nextGaussian());
            Prediction prediction = ensemble.predict(Workload.ofReadRatio(readRatio), configuration);
            double deviation =
                    Math.hypot(prediction.deviation(), ensemble.calibration().noise(prediction.mean()));
            double off = Math.abs(prediction.mean() - measured);
            error += off / measured;
            withinOne += off <= deviation ? 1 : 0;
            withinTwo += off <= 2 * deviation ? 1 : 0;
        }
    }

    private void choose(Surface surface, Ensemble ensemble, long seed) {
        Configuration standard = surface.space().defaults();
        for (double readRatio : READ_RATIOS) {
            Configuration chosen = new GeneticSearch()
                    .search(
                            ensemble,
                            Workload.ofReadRatio(readRatio),
                            SearchSpace.of(surface.space()).startFrom(standard),
                            seed)
                    .best();
            double truth = surface.value(readRatio, chosen) / surface.value(readRatio, standard) - 1;
            gain += truth;
            worse += truth < -NEGLIGIBLE ? 1 : 0;
        }
    }
}
