package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The result of one tuner on one surface: one line of the benchmark's results. A regret is the share of the surface's optimum that a
 * configuration loses, without noise.
 *
 * @param tuner its name
 * @param surface kind of the surface
 * @param readRatio of the workload
 * @param seed of the surface, its noise and the tuner
 * @param budget maximum number of trials
 * @param regret of the final choice
 * @param regrets after each trial, of the configuration with the highest mean of its measurements
 * @param choice final choice, knob to value
 * @param seconds duration of the tuner, including its trials of a few milliseconds
 */
public record RivalRun(
        String tuner,
        SurfaceKind surface,
        double readRatio,
        long seed,
        int budget,
        double regret,
        List<Double> regrets,
        Map<String, Object> choice,
        double seconds) {

    private static final double DIGITS = 1e5;

    public RivalRun {
        regrets = List.copyOf(regrets);
        choice = Map.copyOf(choice);
    }

    /** A surface, and the number of trials on it. */
    public record Task(SurfaceKind surface, double readRatio, long seed, int budget) {}

    /**
     * Lets a tuner work.
     *
     * @param truth surface of the task
     * @param optimum highest throughput of the surface
     * @param noise relative standard deviation of replicates
     */
    public static RivalRun of(Tuner tuner, Task task, Surrogate truth, double optimum, double noise)
            throws IOException, InterruptedException {
        Workload workload = Workload.ofReadRatio(task.readRatio());
        SurfaceTrials trials = new SurfaceTrials(truth, workload, noise, task.seed(), task.budget());
        long start = System.nanoTime();
        Configuration choice = tuner.tune(trials, task.seed());
        double seconds = (System.nanoTime() - start) / 1e9;
        return new RivalRun(
                tuner.name(),
                task.surface(),
                task.readRatio(),
                task.seed(),
                task.budget(),
                regret(trials, optimum, choice),
                trials.leaders().stream()
                        .map(leader -> regret(trials, optimum, leader))
                        .toList(),
                choice.toMap(),
                Math.round(10 * seconds) / 10.0);
    }

    private static double regret(SurfaceTrials trials, double optimum, Configuration configuration) {
        return Math.round(DIGITS * (1 - trials.truth(configuration) / optimum)) / DIGITS;
    }

    /** Its surface and budget. */
    public Task task() {
        return new Task(surface, readRatio, seed, budget);
    }
}
