package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.trial.TrialStatus;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of one tuner on real nodes: one line of the benchmark's results.
 *
 * @param tuner its name
 * @param workload its name
 * @param space the tuned knobs in one word
 * @param objective in one word
 * @param seed of the tuner
 * @param hours machine time of its trials, at most
 * @param steps its trials
 * @param choice final choice: knobs that differ from their default
 */
public record NodeRun(
        String tuner,
        String workload,
        String space,
        String objective,
        long seed,
        double hours,
        List<Step> steps,
        Map<String, Object> choice) {

    private static final double HOUR = 3600;

    /**
     * A trial.
     *
     * @param end machine time until its end, in seconds
     * @param value in the unit of the objective; that of a failure if the node failed, or the trial exceeds the objective's limit
     * @param best best mean of a configuration so far
     * @param values knobs that differ from their default
     */
    public record Step(double end, TrialStatus status, double value, double best, Map<String, Object> values) {
        public Step {
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }
    }

    public NodeRun {
        steps = List.copyOf(steps);
        choice = Collections.unmodifiableMap(new TreeMap<>(choice));
    }

    static NodeRun of(Task task, TunerTrials trials, Configuration choice) {
        Map<String, Object> defaults = trials.space().defaults().toMap();
        return new NodeRun(
                task.tuner(),
                task.workload(),
                task.space(),
                task.objective(),
                task.seed(),
                task.hours(),
                trials.steps().stream()
                        .map(step -> new Step(
                                step.end(),
                                step.status(),
                                step.value(),
                                step.best(),
                                NamedValues.differingFrom(
                                        defaults, step.configuration().toMap())))
                        .toList(),
                NamedValues.differingFrom(defaults, choice.toMap()));
    }

    /** What a result is the result of. */
    public record Task(String tuner, String workload, String space, String objective, long seed, double hours) {}

    Task task() {
        return new Task(tuner, workload, space, objective, seed, hours);
    }

    /** The tuner, with its seed from the second one. */
    public String label() {
        return seed == 1 ? tuner : tuner + " " + seed;
    }

    /** The best mean of a configuration after a share of the machine time; {@link Double#NaN} before the first trial ended. */
    double bestAfter(double share) {
        return steps.stream()
                .filter(step -> share >= 1 || step.end() <= share * hours * HOUR)
                .reduce((earlier, later) -> later)
                .map(Step::best)
                .orElse(Double.NaN);
    }

    /** Machine time of all trials in seconds. */
    public double used() {
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).end();
    }
}
