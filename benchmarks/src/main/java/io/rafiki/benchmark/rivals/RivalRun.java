package io.rafiki.benchmark.rivals;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param budget maximum number of trials; with machine time the expected number
 * @param hours maximum machine time; absent if trials are counted
 * @param regret of the final choice
 * @param regrets after each trial, of the configuration with the highest mean of its measurements
 * @param ends machine time until the end of each trial, in seconds; absent if trials are counted
 * @param choice final choice, knob to value
 * @param seconds duration of the tuner, including its trials of a few milliseconds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RivalRun(
        String tuner,
        SurfaceKind surface,
        double readRatio,
        long seed,
        int budget,
        Double hours,
        double regret,
        List<Double> regrets,
        List<Double> ends,
        Map<String, Object> choice,
        double seconds) {

    private static final double DIGITS = 1e5;
    private static final double HOUR = 3600;

    public RivalRun {
        regrets = List.copyOf(regrets);
        ends = ends == null ? null : List.copyOf(ends);
        choice = Map.copyOf(choice);
    }

    /**
     * A surface, and the budget on it.
     *
     * @param budget maximum number of trials; with machine time the expected number
     * @param hours maximum machine time; null if trials are counted
     */
    public record Task(SurfaceKind surface, double readRatio, long seed, int budget, Double hours) {}

    /**
     * Lets a tuner work.
     *
     * @param truth surface of the task
     * @param optimum highest throughput of the surface
     * @param noise relative standard deviation of replicates
     * @param durations seconds of recorded trials
     */
    public static RivalRun of(
            Tuner tuner, Task task, Surrogate truth, double optimum, double noise, List<Double> durations)
            throws IOException, InterruptedException {
        Workload workload = Workload.ofReadRatio(task.readRatio());
        SurfaceTrials surface = new SurfaceTrials(truth, workload, noise, task.seed(), durations);
        boolean isTime = task.hours() != null;
        TunerTrials trials = new TunerTrials(
                surface.space(),
                workload,
                String.valueOf(task.readRatio()),
                isTime ? new TunerBudget(task.budget(), task.hours() * HOUR) : TunerBudget.ofTrials(task.budget()),
                surface);
        long start = System.nanoTime();
        Configuration choice = tuner.tune(trials, task.seed());
        double seconds = (System.nanoTime() - start) / 1e9;
        return new RivalRun(
                tuner.name(),
                task.surface(),
                task.readRatio(),
                task.seed(),
                task.budget(),
                task.hours(),
                regret(surface, optimum, choice),
                trials.steps().stream()
                        .map(step -> regret(surface, optimum, step.leader()))
                        .toList(),
                isTime ? trials.steps().stream().map(TunerTrials.Step::end).toList() : null,
                choice.toMap(),
                Math.round(10 * seconds) / 10.0);
    }

    private static double regret(SurfaceTrials surface, double optimum, Configuration configuration) {
        return Math.round(DIGITS * (1 - surface.truth(configuration) / optimum)) / DIGITS;
    }

    /** Its surface and budget. */
    public Task task() {
        return new Task(surface, readRatio, seed, budget, hours);
    }

    /** The regret of the best measured configuration after a share of the budget, but at least one trial. There must be a trial. */
    double regretAfter(double share) {
        long ended = hours == null
                ? (long) Math.ceil(share * budget)
                : share >= 1
                        ? regrets.size()
                        : ends.stream()
                                .filter(end -> end <= share * hours * HOUR)
                                .count();
        return regrets.get((int) Math.max(1, Math.min(regrets.size(), ended)) - 1);
    }
}
