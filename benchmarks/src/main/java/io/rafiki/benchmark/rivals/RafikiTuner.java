package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.campaign.ActiveDesign;
import io.rafiki.trainer.campaign.ActiveTrials;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.Race;
import io.rafiki.trainer.plan.RacedTrials;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rafiki's own way from trials to a choice: an active campaign, a model, the search, and a race of the candidates that halves. The last
 * trials of the budget are those of the race.
 */
final class RafikiTuner implements Tuner {

    /** Share of the campaign that covers the space before the first choice by a model. */
    private static final double START = 0.35;

    /** One candidate for this number of trials. */
    private static final int TRIALS_PER_CANDIDATE = 10;

    /** Replicates of the race count on from here, so that their noise is not that of the campaign. */
    private static final int FIRST_REPLICATE = 1000;

    @Override
    public String name() {
        return "rafiki";
    }

    @Override
    public Configuration tune(SurfaceTrials trials, long seed) throws IOException, InterruptedException {
        TrainingConfig recipe = TrainingConfig.DEFAULT.with(TrainingConfig.DEFAULT.networks(), 1, seed);
        int candidates = Math.max(2, trials.budget() / TRIALS_PER_CANDIDATE);
        List<Trial> campaign = run(
                new ActiveTrials(
                        design(trials, trials.budget() - raceTrials(candidates), seed), recipe, new GeneticSearch()),
                trials);
        Surrogate model =
                new EnsembleTrainer(recipe, finished -> {}).train(data(trials, campaign)).ensemble();
        return race(candidates(model, trials, campaign, candidates, seed), trials);
    }

    /** The trials of a race that halves: all candidates once, the better half twice, and so on. */
    private static int raceTrials(int candidates) {
        int all = 0;
        for (int left = candidates; left > 1; left = (left + 1) / 2) {
            all += left;
        }
        return all;
    }

    private static ActiveDesign design(SurfaceTrials trials, int budget, long seed) {
        KnobSpace space = trials.space();
        double readRatio = trials.workload().readRatio();
        WorkloadSpace workloads = WorkloadSpace.ofReadRatios(readRatio, readRatio);
        SpaceFilling points = new SpaceFilling(space, workloads, seed);
        List<PlannedTrial> start = new ArrayList<>();
        for (int i = 0; i < START * budget; i++) {
            start.add(new PlannedTrial(trials.workload(), points.next().configuration(), 0));
        }
        PlannedTrial baseline = new PlannedTrial(trials.workload(), space.defaults(), 0);
        return new ActiveDesign(space, workloads, start, List.of(baseline), 1, budget, seed);
    }

    private static List<Trial> run(TrialSource source, SurfaceTrials trials) throws IOException, InterruptedException {
        List<Trial> lines = new ArrayList<>();
        for (List<NextTrial> next = source.next(lines); !next.isEmpty(); next = source.next(lines)) {
            for (NextTrial each : next) {
                lines.add(line(each.trial(), trials));
            }
        }
        return lines;
    }

    private static Trial line(PlannedTrial planned, SurfaceTrials trials) {
        return SurfaceLine.of(planned, trials.measure(planned.configuration(), planned.repeat()), 0);
    }

    private static TrainingData data(SurfaceTrials trials, List<Trial> lines) {
        return new TrainingData(
                trials.space(),
                lines.stream()
                        .map(line -> new TrainingData.Point(
                                line.workload().features(),
                                trials.space().configuration(line.proposed()),
                                line.throughput().mean()))
                        .toList());
    }

    /** The best configuration of the search, and the measured ones with the highest lower bounds. */
    private static Set<Configuration> candidates(
            Surrogate model, SurfaceTrials trials, List<Trial> campaign, int most, long seed) {
        Workload workload = trials.workload();
        Set<Configuration> candidates = new LinkedHashSet<>();
        candidates.add(new GeneticSearch()
                .search(model, workload, SearchSpace.of(trials.space()), seed)
                .best());
        campaign.stream()
                .map(line -> trials.space().configuration(line.proposed()))
                .sorted(Comparator.comparingDouble(
                        each -> -model.predict(workload, each).lowerBound(SearchSpace.KAPPA)))
                .filter(each -> candidates.size() < most)
                .forEach(candidates::add);
        return candidates;
    }

    private static Configuration race(Set<Configuration> candidates, SurfaceTrials trials)
            throws IOException, InterruptedException {
        List<PlannedTrial> planned = new ArrayList<>();
        for (int replicate = 0; replicate < candidates.size(); replicate++) {
            for (Configuration candidate : candidates) {
                planned.add(new PlannedTrial(trials.workload(), candidate, FIRST_REPLICATE + replicate));
            }
        }
        Race.Rule rule = new Race.Rule(1, 0, true);
        Race<Configuration> race = new Race<>(rule);
        for (Trial line : run(new RacedTrials(planned, rule), trials)) {
            race.add(
                    trials.space().configuration(line.proposed()),
                    line.throughput().mean());
        }
        return race.leader().orElseThrow();
    }
}
