package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.analysis.NegatedSurrogate;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.TunerObjective;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
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
    private final TunerObjective objective;
    private final List<Step> steps = new ArrayList<>();

    /** The outcome of each step. */
    private final List<Trial> outcomes = new ArrayList<>();

    /**
     * One trial.
     *
     * @param value in the unit of the objective; that of a failure if the node failed, or the trial exceeds the objective's limit
     * @param end machine time of all trials until the end of this one, in seconds
     * @param leader configuration with the best mean of its replicates so far
     * @param best this mean
     */
    public record Step(
            Configuration configuration,
            TrialStatus status,
            double value,
            double end,
            Configuration leader,
            double best) {}

    /**
     * Trials for the greatest throughput.
     *
     * @param space tuned knobs
     * @param operations the workload as {@code rafiki trial --workload} takes it
     */
    public TunerTrials(KnobSpace space, Workload workload, String operations, TunerBudget budget, Subject subject) {
        this(space, workload, operations, budget, subject, TunerObjective.THROUGHPUT);
    }

    /**
     * Trials for an objective.
     *
     * @param space tuned knobs
     * @param operations the workload as {@code rafiki trial --workload} takes it
     */
    public TunerTrials(
            KnobSpace space,
            Workload workload,
            String operations,
            TunerBudget budget,
            Subject subject,
            TunerObjective objective) {
        this.space = space;
        this.workload = workload;
        this.operations = operations;
        this.budget = budget;
        this.subject = subject;
        this.objective = objective;
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

    TunerObjective objective() {
        return objective;
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
        double value = objective.valueOrFailure(trial);
        Map.Entry<Configuration, Double> leader = leader(configuration, value);
        outcomes.add(trial);
        steps.add(new Step(
                configuration,
                trial.status(),
                value,
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

    /** A model of the objective without its limit, in which more is better; empty if nothing can be learnt from the trials. */
    Optional<Surrogate> model(TrainingConfig recipe) throws InterruptedException {
        boolean isLatency = objective.objective() == TrialObjective.p99;
        return isLatency ? latencyModel(recipe).map(NegatedSurrogate::new) : model(recipe, TrialObjective.throughput);
    }

    /** A model of the 99th percentile of latency at the open-loop rate; empty if nothing can be learnt from the trials. */
    Optional<Surrogate> latencyModel(TrainingConfig recipe) throws InterruptedException {
        return model(recipe, TrialObjective.p99);
    }

    private synchronized Optional<Surrogate> model(TrainingConfig recipe, TrialObjective metric)
            throws InterruptedException {
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (outcomes.get(i).isOk()) {
                Configuration configuration = steps.get(i).configuration();
                metric.value(outcomes.get(i))
                        .ifPresent(value -> points.add(new TrainingData.Point(workload, configuration, value)));
            }
        }
        try {
            return Optional.of(new EnsembleTrainer(recipe, finished -> {})
                    .train(new TrainingData(space, points))
                    .ensemble());
        } catch (IllegalArgumentException nothingLearnt) {
            return Optional.empty();
        }
    }

    /** The configuration with the best mean of its replicates; the default one without trials. */
    synchronized Configuration best() {
        return steps.isEmpty() ? space.defaults() : steps.get(steps.size() - 1).leader();
    }

    private double used() {
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).end();
    }

    /** The leader after one more trial, with its mean. */
    private Map.Entry<Configuration, Double> leader(Configuration last, double value) {
        Map<Configuration, List<Double>> values = new LinkedHashMap<>();
        steps.forEach(step -> values.computeIfAbsent(step.configuration(), first -> new ArrayList<>())
                .add(step.value()));
        values.computeIfAbsent(last, first -> new ArrayList<>()).add(value);
        return values.entrySet().stream()
                .map(each -> Map.entry(each.getKey(), mean(each.getValue())))
                .max(Comparator.comparingDouble(each -> objective.objective().signed(each.getValue())))
                .orElseThrow();
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
