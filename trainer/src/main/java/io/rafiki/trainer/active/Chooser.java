package io.rafiki.trainer.active;

import io.rafiki.knob.Configuration;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.plan.ChosenTrial;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Recipe;
import io.rafiki.trainer.train.Samples;
import io.rafiki.trainer.trial.PlannedTrial;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses trials by a model of those that were measured: three most promising ones and then the most uncertain, each at a read ratio of its
 * own, spread evenly over the plan's range. The same measurements give the same choice.
 *
 * <p>What is promising is uncertain, too, for a deviation counts as promise; one trial in four is for where nothing is promised, so that
 * the model stays honest there.
 */
final class Chooser {

    private static final List<Goal> TURNS = List.of(Goal.PROMISING, Goal.PROMISING, Goal.PROMISING, Goal.UNCERTAIN);

    private static final double GOLDEN = 0.6180339887498949;

    private final ActiveDesign design;
    private final Recipe recipe;
    private final Search search;

    /** @param search finds what a goal is greatest for */
    Chooser(ActiveDesign design, Recipe recipe, Search search) {
        this.design = design;
        this.recipe = recipe;
        this.search = search;
    }

    /**
     * Chooses some trials at once.
     *
     * @param known what there was before
     * @param from number of trials that were chosen before
     * @param count how many to choose
     */
    List<ChosenTrial> choose(History known, int from, int count) throws InterruptedException {
        List<Attempt> measured = known.measured();
        if (measured.size() < Samples.FEWEST) {
            return spread(
                    known,
                    from,
                    count,
                    "to cover the space: " + measured.size() + " good trials are too few for a model");
        }
        try {
            Surrogate model = new EnsembleTrainer(recipe, finished -> {})
                    .train(new Samples(
                            design.space(),
                            measured.stream().map(Chooser::point).toList()))
                    .ensemble();
            return choose(model, known, from, count);
        } catch (IllegalArgumentException nothingLearnt) {
            return spread(known, from, count, "to cover the space: there is no model yet");
        }
    }

    private List<ChosenTrial> choose(Surrogate model, History known, int from, int count) {
        Avoided avoided = avoided(known);
        Envelope seen = Envelope.of(
                design.space(),
                known.measured().stream().map(Attempt::readRatio).toList(),
                known.measured().stream().map(Attempt::configuration).toList());
        SearchSpace where = SearchSpace.of(design.space()).kappa(0).within(seen);
        List<ChosenTrial> chosen = new ArrayList<>();
        for (int n = from; n < from + count; n++) {
            Goal goal = TURNS.get(n % TURNS.size());
            double readRatio = readRatio(n);
            Configuration best = search.search(
                            new Acquisition(model, goal, avoided), readRatio, where, design.seed() + n)
                    .best();
            if (avoided.contains(best.codes(), 0)) {
                chosen.addAll(spread(known, n, 1, "to cover the space: nothing else is left to try"));
                continue;
            }
            avoided.addWithNeighbours(best);
            chosen.add(new ChosenTrial(
                    new PlannedTrial(readRatio, best, 0), goal.why(readRatio, model.predict(readRatio, best))));
        }
        return chosen;
    }

    private Avoided avoided(History known) {
        Avoided avoided = new Avoided(design.space());
        for (Attempt attempt : known.attempts()) {
            if (attempt.outcome() == Attempt.Outcome.FAILED) {
                avoided.addWithNeighbours(attempt.configuration());
            } else {
                avoided.add(attempt.configuration());
            }
        }
        return avoided;
    }

    /** The next points of the sequence that the start was drawn from. */
    private List<ChosenTrial> spread(History known, int from, int count, String why) {
        SpaceFilling points = new SpaceFilling(design.space(), design.seed());
        for (int skipped = 0; skipped < design.start().size() + from; skipped++) {
            points.next();
        }
        List<ChosenTrial> chosen = new ArrayList<>();
        while (chosen.size() < count) {
            SpaceFilling.Point point = points.next();
            PlannedTrial trial = new PlannedTrial(
                    point.readRatio(design.lowestReadRatio(), design.highestReadRatio()), point.configuration(), 0);
            if (!known.has(trial)) {
                chosen.add(new ChosenTrial(trial, why));
            }
        }
        return chosen;
    }

    /** One after the other far apart, and all of them even over the range: multiples of the golden ratio, less what is whole. */
    private double readRatio(int number) {
        double place = (0.5 + number * GOLDEN) % 1;
        double width = design.highestReadRatio() - design.lowestReadRatio();
        return Math.round((design.lowestReadRatio() + place * width) * 100) / 100.0;
    }

    private static Samples.Point point(Attempt attempt) {
        return new Samples.Point(attempt.readRatio(), attempt.configuration(), attempt.throughput());
    }
}
