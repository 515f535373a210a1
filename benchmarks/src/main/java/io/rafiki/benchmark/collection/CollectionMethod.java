package io.rafiki.benchmark.collection;

import io.rafiki.benchmark.rivals.SurfaceLine;
import io.rafiki.trainer.campaign.ActiveDesign;
import io.rafiki.trainer.campaign.ActiveTrials;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A way to choose the trials of a campaign. */
public enum CollectionMethod {
    /** A Sobol sequence to begin with, then what {@code collect --plan active} chooses. */
    ACTIVE("active") {
        @Override
        List<PlannedTrial> trials(TestFunction ground, int start, int budget, long seed, TrainingConfig recipe)
                throws IOException, InterruptedException {
            ActiveDesign design = new ActiveDesign(
                    ground.space(),
                    WORKLOADS,
                    SOBOL.trials(ground, start, start, seed, recipe),
                    List.of(),
                    0,
                    budget,
                    seed);
            TrialSource source = new ActiveTrials(
                    design, recipe, ground.search(), TrialObjective.throughput, InstantSource.system());
            List<PlannedTrial> trials = new ArrayList<>();
            List<Trial> lines = new ArrayList<>();
            for (List<NextTrial> next = source.next(lines); !next.isEmpty(); next = source.next(lines)) {
                for (NextTrial chosen : next) {
                    trials.add(chosen.trial());
                    lines.add(SurfaceLine.of(chosen.trial(), ground.measured(chosen.trial()), 0));
                }
            }
            return trials;
        }
    },
    /** A scrambled Sobol sequence over knobs and read ratio, as a plan without choice. */
    SOBOL("Sobol") {
        @Override
        List<PlannedTrial> trials(TestFunction ground, int start, int budget, long seed, TrainingConfig recipe) {
            SpaceFilling points = new SpaceFilling(ground.space(), WORKLOADS, seed);
            return distinct(ground, budget, points::next);
        }
    },
    /** Independent uniform draws. */
    RANDOM("random") {
        @Override
        List<PlannedTrial> trials(TestFunction ground, int start, int budget, long seed, TrainingConfig recipe) {
            Random random = new Random(seed);
            int axes = ground.space().size() + 1;
            return distinct(
                    ground,
                    budget,
                    () -> SpaceFilling.at(
                            ground.space(), WORKLOADS, random.doubles(axes).toArray()));
        }
    };

    private static final WorkloadSpace WORKLOADS = WorkloadSpace.ofReadRatios(0, 1);

    private final String word;

    CollectionMethod(String word) {
        this.word = word;
    }

    /** What it is called in a table. */
    public String word() {
        return word;
    }

    /**
     * The trials in their order; the first of them are the trials of a shorter campaign.
     *
     * @param start trials before the first choice, if there is choice
     */
    abstract List<PlannedTrial> trials(TestFunction ground, int start, int budget, long seed, TrainingConfig recipe)
            throws IOException, InterruptedException;

    private static List<PlannedTrial> distinct(TestFunction ground, int count, Supplier<SpaceFilling.Point> points) {
        return Stream.generate(points)
                .filter(point ->
                        ground.space().broken(point.configuration().codes()).isEmpty())
                .map(ground::at)
                .distinct()
                .limit(count)
                .toList();
    }
}
