package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.TrainingConfig;
import java.io.IOException;

/**
 * The paper's recipe: trials that cover the space, its ensemble, and a search for the best mean (Rafiki §3.6 and §3.7). It has no limit
 * of the latency.
 */
final class PaperTuner implements Tuner {

    @Override
    public String name() {
        return "paper";
    }

    @Override
    public Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException {
        double readRatio = trials.workload().readRatio();
        SpaceFilling points = new SpaceFilling(trials.space(), WorkloadSpace.ofReadRatios(readRatio, readRatio), seed);
        Configuration next = trials.space().defaults();
        for (int i = 0; trials.left() > 0; i++) {
            trials.measure(next, i);
            next = points.next().configuration();
        }
        TrainingConfig recipe = TrainingConfig.PAPER.with(TrainingConfig.PAPER.networks(), 1, seed);
        SearchSpace where = SearchSpace.of(trials.space()).kappa(0);
        return trials.model(recipe)
                .map(model -> new GeneticSearch()
                        .search(model, trials.workload(), where, seed)
                        .best())
                .orElseGet(trials::best);
    }
}
