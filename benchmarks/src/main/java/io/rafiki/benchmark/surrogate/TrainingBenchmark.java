package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import java.util.function.Consumer;

/** Measures the duration of training on one thread, including held-out errors. */
final class TrainingBenchmark {

    private static final int TRIALS = 200;
    private static final double NOISE = 0.05;

    /** @param trainings number of trainings of 30 networks; 100 networks are trained once */
    void run(String name, KnobSpace space, int trainings, Consumer<BenchmarkResult> figures)
            throws InterruptedException {
        TrainingData samples = new Surface(space, 1).samples(TRIALS, NOISE, 7);
        double[] seconds = new double[trainings];
        for (int t = 0; t < trainings; t++) {
            seconds[t] = train(TrainingConfig.DEFAULT.with(1, t + 1), samples);
        }
        figures.accept(
                BenchmarkResult.of(name + ": training 30 networks on " + TRIALS + " trials, one thread", "s", seconds));
        figures.accept(BenchmarkResult.exact(
                name + ": training 100 networks on " + TRIALS + " trials, one thread",
                "s",
                train(TrainingConfig.DEFAULT.with(100, 1, 1), samples)));
    }

    private static double train(TrainingConfig recipe, TrainingData samples) throws InterruptedException {
        long start = System.nanoTime();
        new EnsembleTrainer(recipe, finished -> {}).train(samples);
        return (System.nanoTime() - start) / 1e9;
    }
}
