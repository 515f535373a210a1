package io.rafiki.trainer.campaign;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.TrialDesign;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.train.DriftCorrection;
import io.rafiki.trainer.train.Session;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Active selection of trials: first a space-filling start, then rounds with one trial per machine, chosen by a model of all trials before.
 * Baseline trials are spread evenly, except for the first ones. After a pause, a session begins with the number of them that
 * {@link DriftCorrection} requires, at distant read ratios. With more sessions than the plan has baselines for, further repeats replace
 * choices of the model.
 *
 * <p>The recorded trials and the number of machines determine the next round. Therefore an interrupted campaign on one machine continues
 * as if it had not been interrupted, except for these baselines.
 */
public final class ActiveTrials implements TrialSource {

    private static final int MOST_REPEATS = 1000;

    private final ActiveDesign design;
    private final TrialObjective objective;
    private final AcquisitionOptimizer chooser;
    private final List<PlannedTrial> baselines;
    private final Set<String> ofBaselines;
    private final InstantSource clock;

    /**
     * Trials for an objective.
     *
     * @param recipe training configuration of the model for each round
     * @param search maximises the acquisition function
     * @param clock shows whether a pause has ended the last session
     */
    public ActiveTrials(
            ActiveDesign design, TrainingConfig recipe, Search search, TrialObjective objective, InstantSource clock) {
        this.design = design;
        this.objective = objective;
        this.clock = clock;
        chooser = new AcquisitionOptimizer(design, recipe, search, objective);
        baselines = design.baselines();
        ofBaselines = baselines.stream().map(PlannedTrial::id).collect(Collectors.toSet());
    }

    /**
     * The trials of an active plan.
     *
     * @param budget total number of trials
     * @param clock shows whether a pause has ended the last session
     * @throws ConfigException with one line, if the plan contains an invalid configuration
     * @throws IllegalArgumentException with one line, if the budget leaves no trial to choose
     */
    public static ActiveTrials of(
            CampaignPlan plan,
            KnobSpace space,
            int budget,
            TrainingConfig recipe,
            TrialObjective objective,
            InstantSource clock)
            throws ConfigException {
        return new ActiveTrials(
                new ActiveDesign(
                        space,
                        plan.workloads(),
                        TrialDesign.others(plan, space),
                        TrialDesign.defaults(plan, space),
                        TrialDesign.baselinesFirst(plan),
                        budget,
                        plan.seed()),
                recipe,
                new GeneticSearch(),
                objective,
                clock);
    }

    @Override
    public Account account(List<Trial> lines) throws IOException {
        TrialHistory history = TrialHistory.of(design.space(), objective, lines);
        int settled = history.size() - (history.disturbed().isPresent() ? 1 : 0);
        return new Account(design.budget(), history.measured().size(), Math.max(0, design.budget() - settled));
    }

    @Override
    public List<NextTrial> next(List<Trial> lines) throws IOException, InterruptedException {
        return next(lines, 1);
    }

    @Override
    public List<NextTrial> next(List<Trial> lines, int machines) throws IOException, InterruptedException {
        TrialHistory history = TrialHistory.of(design.space(), objective, lines);
        Optional<TrialOutcome> disturbed = history.disturbed();
        if (disturbed.isPresent()) {
            return List.of(again(disturbed.get()));
        }
        int others = history.without(ofBaselines);
        Missing missing = missing(lines);
        List<NextTrial> due = due(history, others, missing);
        if (others >= design.others() || history.size() >= design.budget()) {
            return history.size() < design.budget() ? due : List.of();
        }
        int start = design.start().size();
        if (others < start) {
            List<NextTrial> first = design.start().stream()
                    .filter(trial -> !history.has(trial))
                    .limit(machines == 1 ? 1 : start - others)
                    .map(trial -> new NextTrial(trial, ""))
                    .toList();
            if (!first.isEmpty()) {
                return withDefaults(first, history, others, missing);
            }
        }
        return due.isEmpty() || machines > 1 ? round(history, others, missing, machines) : due;
    }

    /** A trial for each machine, with the baselines that are due. */
    private List<NextTrial> round(TrialHistory history, int others, Missing missing, int machines)
            throws InterruptedException {
        int start = design.start().size();
        int number = Math.max(start, others);
        int count = Math.min(machines, design.others() - number);
        return withDefaults(chooser.choose(history, number - start, count), history, others, missing);
    }

    /** The trials, with the baselines that are due before one of them. */
    private List<NextTrial> withDefaults(List<NextTrial> trials, TrialHistory history, int others, Missing missing) {
        List<NextTrial> all = new ArrayList<>();
        List<NextTrial> taken = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            for (NextTrial usual : due(history, others + i, missing)) {
                if (!taken.contains(usual)) {
                    taken.add(usual);
                    all.add(usual);
                }
            }
            all.add(trials.get(i));
        }
        return all.subList(0, Math.min(all.size(), design.budget() - history.size()));
    }

    /**
     * What the session of the next trial needs before other trials.
     *
     * @param count number of baseline trials
     * @param readRatios those of its baseline trials so far
     */
    private record Missing(int count, List<Double> readRatios) {}

    /** The first session has its baselines by the design. */
    private Missing missing(List<Trial> lines) {
        List<Trial> measured = lines.stream().filter(Trial::isOk).toList();
        List<Session> sessions = Session.of(measured);
        if (sessions.isEmpty()) {
            return new Missing(0, List.of());
        }
        if (Session.areOver(measured, clock.instant())) {
            return new Missing(DriftCorrection.FEWEST_DEFAULTS, List.of());
        }
        Session present = sessions.get(sessions.size() - 1);
        List<Double> readRatios = measured.stream()
                .filter(trial -> ofBaselines.contains(trial.id()) && present.holds(trial))
                .map(trial -> trial.workload().features().readRatio())
                .toList();
        return new Missing(
                sessions.size() == 1 ? 0 : Math.max(0, DriftCorrection.FEWEST_DEFAULTS - readRatios.size()),
                readRatios);
    }

    /** Baseline trials that are due after this number of other trials and were not run. One that ran early is not due again. */
    private List<NextTrial> due(TrialHistory history, int others, Missing missing) {
        int first = design.defaultsFirst();
        int planned = design.defaults().size();
        List<PlannedTrial> due = new ArrayList<>();
        List<PlannedTrial> later = new ArrayList<>();
        for (int i = 0; i < baselines.size(); i++) {
            PlannedTrial trial = baselines.get(i);
            boolean isDue = i < first
                    || (i < planned
                            && others >= Math.round((double) design.others() * (i - first) / (planned - first)));
            if (!history.has(trial)) {
                (isDue ? due : later).add(trial);
            }
        }
        List<Double> readRatios = new ArrayList<>(missing.readRatios());
        due.forEach(trial -> readRatios.add(trial.workload().readRatio()));
        while (due.size() < missing.count() && !later.isEmpty()) {
            PlannedTrial farthest = farthest(later, readRatios);
            later.remove(farthest);
            due.add(farthest);
            readRatios.add(farthest.workload().readRatio());
        }
        return due.stream().map(trial -> new NextTrial(trial, "")).toList();
    }

    /** The first trial whose read ratio is farthest from all of these; from 50 % without any. */
    private static PlannedTrial farthest(List<PlannedTrial> trials, List<Double> readRatios) {
        List<Double> others = readRatios.isEmpty() ? List.of(0.5) : readRatios;
        return trials.stream()
                .max(Comparator.comparingDouble(trial -> distance(trial, others)))
                .orElseThrow();
    }

    private static double distance(PlannedTrial trial, List<Double> readRatios) {
        return readRatios.stream()
                .mapToDouble(other -> Math.abs(trial.workload().readRatio() - other))
                .min()
                .orElseThrow();
    }

    private static NextTrial again(TrialOutcome attempt) throws IOException {
        for (int repeat = 0; repeat < MOST_REPEATS; repeat++) {
            PlannedTrial trial = new PlannedTrial(attempt.workload(), attempt.configuration(), repeat);
            if (trial.id().equals(attempt.id())) {
                return new NextTrial(trial, "once more: it was disturbed");
            }
        }
        throw new IOException("trial " + attempt.id() + ": expected an id that follows from its configuration, found"
                + " another. Is it of another campaign?");
    }
}
