package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trials of one tuner under one workload, until its budget is used. Thread-safe. */
public final class TunerTrials {

    private final KnobSpace space;
    private final Workload workload;
    private final String operations;
    private final TunerBudget budget;
    private final Subject subject;
    private final List<Step> steps = new ArrayList<>();

    /**
     * One trial.
     *
     * @param rate operations per second; 0 if the node failed
     * @param end machine time of all trials until the end of this one, in seconds
     * @param leader configuration with the highest mean of its replicates so far; a failure counts as 0
     * @param best this mean
     */
    public record Step(
            Configuration configuration,
            TrialStatus status,
            double rate,
            double end,
            Configuration leader,
            double best) {}

    /**
     * @param space tuned knobs
     * @param operations the workload as {@code rafiki trial --workload} takes it
     */
    public TunerTrials(KnobSpace space, Workload workload, String operations, TunerBudget budget, Subject subject) {
        this.space = space;
        this.workload = workload;
        this.operations = operations;
        this.budget = budget;
        this.subject = subject;
    }

    KnobSpace space() {
        return space;
    }

    Workload workload() {
        return workload;
    }

    String operations() {
        return operations;
    }

    TunerBudget budget() {
        return budget;
    }

    /** The number of further trials, see {@link TunerBudget#left}. */
    synchronized int left() {
        return budget.left(steps.size(), used());
    }

    /**
     * Runs a trial.
     *
     * @param replicate distinguishes trials of the same configuration, from 0
     * @return a measured or failed trial
     * @throws IllegalStateException with one line, if the budget is used or the configuration violates a constraint
     */
    synchronized Trial measure(Configuration configuration, long replicate) throws IOException, InterruptedException {
        if (left() == 0) {
            throw new IllegalStateException("expected trials within " + budget + ", found a further one");
        }
        space.broken(configuration.codes()).ifPresent(broken -> {
            throw new IllegalStateException(
                    "expected a configuration that satisfies " + broken.shown() + ", found " + configuration);
        });
        Trial trial = subject.measure(new PlannedTrial(workload, configuration, Math.toIntExact(replicate)));
        double rate = trial.isOk() ? trial.throughput().mean() : 0;
        Map.Entry<Configuration, Double> leader = leader(configuration, rate);
        steps.add(new Step(
                configuration,
                trial.status(),
                rate,
                used() + trial.timing().totalSeconds(),
                leader.getKey(),
                leader.getValue()));
        return trial;
    }

    /** The trials in their order. */
    synchronized List<Step> steps() {
        return List.copyOf(steps);
    }

    /** The measured trials in their order. */
    List<Step> measured() {
        return steps().stream().filter(step -> step.status().isMeasured()).toList();
    }

    /** A model of the measured trials; empty if nothing can be learnt from them. */
    Optional<Surrogate> model(TrainingConfig recipe) throws InterruptedException {
        List<TrainingData.Point> points = measured().stream()
                .map(step -> new TrainingData.Point(workload, step.configuration(), step.rate()))
                .toList();
        try {
            return Optional.of(new EnsembleTrainer(recipe, finished -> {})
                    .train(new TrainingData(space, points))
                    .ensemble());
        } catch (IllegalArgumentException nothingLearnt) {
            return Optional.empty();
        }
    }

    /** The configuration with the highest mean of its replicates; the default one without trials. */
    synchronized Configuration best() {
        return steps.isEmpty() ? space.defaults() : steps.get(steps.size() - 1).leader();
    }

    private double used() {
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).end();
    }

    /** The leader after one more trial, with its mean. */
    private Map.Entry<Configuration, Double> leader(Configuration last, double rate) {
        Map<Configuration, List<Double>> rates = new LinkedHashMap<>();
        steps.forEach(step -> rates.computeIfAbsent(step.configuration(), first -> new ArrayList<>())
                .add(step.rate()));
        rates.computeIfAbsent(last, first -> new ArrayList<>()).add(rate);
        return rates.entrySet().stream()
                .map(each -> Map.entry(each.getKey(), mean(each.getValue())))
                .max(Map.Entry.comparingByValue())
                .orElseThrow();
    }

    private static double mean(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
