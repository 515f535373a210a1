package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The paper's recipe: trials that cover the space, its ensemble, and a search for the highest mean (Rafiki §3.6 and §3.7). */
final class PaperTuner implements Tuner {

    @Override
    public String name() {
        return "paper";
    }

    @Override
    public Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException {
        double readRatio = trials.workload().readRatio();
        SpaceFilling points = new SpaceFilling(trials.space(), WorkloadSpace.ofReadRatios(readRatio, readRatio), seed);
        List<TrainingData.Point> measured = new ArrayList<>();
        Configuration next = trials.space().defaults();
        for (int i = 0; trials.left() > 0; i++) {
            Trial trial = trials.measure(next, i);
            if (trial.isOk()) {
                measured.add(new TrainingData.Point(
                        trials.workload(), next, trial.throughput().mean()));
            }
            next = points.next().configuration();
        }
        TrainingConfig recipe = TrainingConfig.PAPER.with(TrainingConfig.PAPER.networks(), 1, seed);
        Surrogate model;
        try {
            model = new EnsembleTrainer(recipe, finished -> {})
                    .train(new TrainingData(trials.space(), measured))
                    .ensemble();
        } catch (IllegalArgumentException nothingLearnt) {
            return trials.best();
        }
        SearchSpace where = SearchSpace.of(trials.space()).kappa(0);
        return new GeneticSearch().search(model, trials.workload(), where, seed).best();
    }
}
