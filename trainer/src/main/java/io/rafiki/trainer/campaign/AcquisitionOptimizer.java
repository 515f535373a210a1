package io.rafiki.trainer.campaign;

import io.rafiki.knob.Configuration;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Chooses trials by a model of the measured ones: three by the optimistic confidence bound, then the most uncertain one. The workloads of
 * each goal are evenly spread over those of the plan. Equal measurements give equal choices.
 *
 * <p>The optimistic bound already includes uncertainty. One trial in four explores regions with low predictions, so that the model
 * stays accurate there.
 */
final class AcquisitionOptimizer {

    private static final List<AcquisitionFunction> TURNS = List.of(
            AcquisitionFunction.PROMISING,
            AcquisitionFunction.PROMISING,
            AcquisitionFunction.PROMISING,
            AcquisitionFunction.UNCERTAIN);

    /** Iterations to the root, each of which reduces its error to a third or less. */
    private static final int ROOT_STEPS = 60;

    private final ActiveDesign design;
    private final TrainingConfig recipe;
    private final Search search;
    private final TrialObjective objective;

    /** Points after which a space counts as measured completely. */
    private static final int MOST_DRAWS = 10_000;

    /** @param search maximises an acquisition function */
    AcquisitionOptimizer(ActiveDesign design, TrainingConfig recipe, Search search, TrialObjective objective) {
        this.design = design;
        this.recipe = recipe.forMetric(objective.metric());
        this.search = search;
        this.objective = objective;
    }

    /**
     * Chooses several trials at once; fewer if no other trial is possible.
     *
     * @param known earlier outcomes
     * @param from number of earlier choices
     * @param count number of trials to choose
     */
    List<NextTrial> choose(TrialHistory known, int from, int count) throws InterruptedException {
        List<TrialOutcome> measured = known.measured();
        if (measured.size() < TrainingData.FEWEST) {
            return spread(
                    known,
                    from,
                    count,
                    "to cover the space: " + measured.size() + " good trials are too few for a model");
        }
        try {
            Surrogate model = new EnsembleTrainer(recipe, finished -> {})
                    .train(new TrainingData(
                            design.space(),
                            measured.stream().map(AcquisitionOptimizer::point).toList()))
                    .ensemble();
            return choose(model, known, from, count);
        } catch (IllegalArgumentException nothingLearnt) {
            return spread(known, from, count, "to cover the space: there is no model yet");
        }
    }

    private List<NextTrial> choose(Surrogate model, TrialHistory known, int from, int count) {
        ExclusionRegion avoided = avoided(known);
        SearchSpace where = SearchSpace.of(design.space()).kappa(0).within(known.withoutFailures(design.space()));
        List<NextTrial> chosen = new ArrayList<>();
        for (int n = from; n < from + count; n++) {
            AcquisitionFunction goal = TURNS.get(n % TURNS.size());
            Workload workload = workload(goal, n);
            Surrogate value = new AcquisitionSurrogate(model, goal, objective, avoided);
            Configuration best =
                    search.search(value, workload, where, design.seed() + n).best();
            List<NextTrial> next = avoided.contains(best.codes(), 0)
                    ? spread(known, n, 1, "to cover the space: the search finds no other configuration")
                    : List.of(new NextTrial(
                            new PlannedTrial(workload, best, 0),
                            goal.why(workload, model.predict(workload, best), objective)));
            next.forEach(trial -> avoided.addWithNeighbours(trial.trial().configuration()));
            chosen.addAll(next);
        }
        return chosen;
    }

    /** What was tried, with the neighbours of what only failed. A failed baseline with measured replicates excludes nothing else. */
    private ExclusionRegion avoided(TrialHistory known) {
        ExclusionRegion avoided = new ExclusionRegion(design.space());
        Set<Configuration> works =
                known.measured().stream().map(TrialOutcome::configuration).collect(Collectors.toSet());
        for (TrialOutcome attempt : known.attempts()) {
            if (attempt.outcome() == TrialOutcome.Outcome.FAILED && !works.contains(attempt.configuration())) {
                avoided.addWithNeighbours(attempt.configuration());
            } else {
                avoided.add(attempt.configuration());
            }
        }
        return avoided;
    }

    /** The next points of the sequence of the start that were not measured. A space of few configurations can have none. */
    private List<NextTrial> spread(TrialHistory known, int from, int count, String why) {
        SpaceFilling points = new SpaceFilling(design.space(), design.workloads(), design.seed());
        for (int skipped = 0; skipped < design.start().size() + from; skipped++) {
            points.next();
        }
        List<NextTrial> chosen = new ArrayList<>();
        for (int drawn = 0; chosen.size() < count && drawn < MOST_DRAWS; drawn++) {
            SpaceFilling.Point point = points.next();
            PlannedTrial trial = new PlannedTrial(point.workload(), point.configuration(), 0);
            if (!known.has(trial)) {
                chosen.add(new NextTrial(trial, why));
            }
        }
        return chosen;
    }

    /**
     * A low-discrepancy sequence over the d axes for each goal: the fractional parts of multiples of the powers of 1/x, with
     * x^(d + 1) = x + 1 (Roberts 2018). With one axis, x is the golden ratio. One sequence for all goals would not be even for each: with
     * two axes, 4/x is nearly a whole number.
     *
     * @param choice number of earlier choices for any goal
     */
    Workload workload(AcquisitionFunction goal, int choice) {
        long number = IntStream.range(0, choice)
                .filter(earlier -> TURNS.get(earlier % TURNS.size()) == goal)
                .count();
        double begin = TURNS.indexOf(goal) / (double) TURNS.size();
        double[] place = new double[design.workloads().axes().size()];
        double root = 1;
        for (int step = 0; step < ROOT_STEPS; step++) {
            root = Math.pow(1 + root, 1.0 / (place.length + 1));
        }
        for (int axis = 0; axis < place.length; axis++) {
            place[axis] = (begin + number / Math.pow(root, axis + 1)) % 1;
        }
        return design.workloads().at(place, 0);
    }

    private static TrainingData.Point point(TrialOutcome attempt) {
        return new TrainingData.Point(attempt.workload(), attempt.configuration(), attempt.value());
    }
}
