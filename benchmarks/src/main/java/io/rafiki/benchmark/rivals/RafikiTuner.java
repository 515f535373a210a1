package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.OutputConstraint;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.campaign.ActiveDesign;
import io.rafiki.trainer.campaign.ActiveTrials;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.Race;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rafiki's own way from trials to a choice: an active campaign, a model, the search, and a race of the candidates that halves. The last
 * trials of the budget are those of the race. A limit of the latency counts in the search and in the race.
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
    public Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException {
        TrainingConfig recipe = TrainingConfig.DEFAULT.with(1, seed);
        int candidates = Math.max(2, trials.left() / TRIALS_PER_CANDIDATE);
        int reserve = raceTrials(candidates);
        ActiveDesign design = design(trials, trials.left() - reserve, seed);
        ActiveTrials campaign =
                new ActiveTrials(design, recipe, new GeneticSearch(), objective(trials), InstantSource.system());
        run(campaign, trials, reserve);
        Optional<Surrogate> model = trials.model(recipe);
        if (model.isEmpty()) {
            return trials.best();
        }
        SearchSpace where = where(trials, recipe);
        return race(candidates(model.get(), where, trials, candidates, seed), trials);
    }

    private static TrialObjective objective(TunerTrials trials) {
        return trials.objective().objective();
    }

    /** The trials of a race that halves: all candidates once, the better half once more, and so on. */
    private static int raceTrials(int candidates) {
        int all = 0;
        for (int left = candidates; left > 1; left = (left + 1) / 2) {
            all += left;
        }
        return all;
    }

    /** @param budget trials of the campaign; with machine time an estimate, and the campaign ends by the time that is left */
    private static ActiveDesign design(TunerTrials trials, int budget, long seed) {
        KnobSpace space = trials.space();
        WorkloadSpace workloads = workloads(trials.workload());
        SpaceFilling points = new SpaceFilling(space, workloads, seed);
        List<PlannedTrial> start = new ArrayList<>();
        for (int i = 0; i < START * budget; i++) {
            start.add(new PlannedTrial(trials.workload(), points.next().configuration(), 0));
        }
        PlannedTrial baseline = new PlannedTrial(trials.workload(), space.defaults(), 0);
        int most = trials.budget().isTime() ? 2 * Math.max(2, budget) : budget;
        return new ActiveDesign(space, workloads, start, List.of(baseline), 1, most, seed);
    }

    private static WorkloadSpace workloads(Workload workload) {
        Map<WorkloadFeature, WorkloadSpace.Range> ranges = new TreeMap<>();
        workload.values().forEach((feature, value) -> ranges.put(feature, new WorkloadSpace.Range(value, value)));
        return new WorkloadSpace(ranges);
    }

    /** Runs the campaign, and keeps these trials in reserve. */
    private static void run(TrialSource campaign, TunerTrials trials, int reserve)
            throws IOException, InterruptedException {
        List<Trial> lines = new ArrayList<>();
        for (List<NextTrial> next = campaign.next(lines); !next.isEmpty(); next = campaign.next(lines)) {
            for (NextTrial each : next) {
                if (trials.left() <= reserve) {
                    return;
                }
                PlannedTrial planned = each.trial();
                lines.add(SurfaceLine.of(planned, trials.measure(planned.configuration(), planned.repeat())));
            }
        }
    }

    /** The measured part of the space, with a limit of the predicted latency if the objective has one. */
    private static SearchSpace where(TunerTrials trials, TrainingConfig recipe) throws InterruptedException {
        List<Configuration> measured =
                trials.measured().stream().map(TunerTrials.Step::configuration).toList();
        TrainingDomain domain = TrainingDomain.of(trials.space(), List.of(trials.workload()), measured);
        SearchSpace where = SearchSpace.of(trials.space()).within(domain);
        OptionalDouble limit = trials.objective().maxP99();
        Optional<Surrogate> latency = limit.isPresent() ? trials.latencyModel(recipe) : Optional.empty();
        return latency.isPresent() ? where.keep(new OutputConstraint(latency.get(), limit.getAsDouble())) : where;
    }

    /** The best configuration of the search, and the ones with a value that have the highest lower bounds. */
    private static Set<Configuration> candidates(
            Surrogate model, SearchSpace where, TunerTrials trials, int most, long seed) {
        Set<Configuration> candidates = new LinkedHashSet<>();
        candidates.add(new GeneticSearch()
                .search(model, trials.workload(), where, seed)
                .best());
        trials.steps().stream()
                .filter(step -> step.value() != objective(trials).ofFailure())
                .map(TunerTrials.Step::configuration)
                .sorted(Comparator.comparingDouble(
                        each -> -model.predict(trials.workload(), each).lowerBound(SearchSpace.KAPPA)))
                .filter(each -> candidates.size() < most)
                .forEach(candidates::add);
        return candidates;
    }

    /** Unlike that of a campaign, this race does not measure an eliminated baseline again. It ends with the budget at the latest. */
    private static Configuration race(Set<Configuration> candidates, TunerTrials trials)
            throws IOException, InterruptedException {
        Race<Configuration> race = new Race<>(new Race.Rule(1, 0, true), objective(trials));
        for (int replicate = FIRST_REPLICATE; !race.isDecided(candidates) && trials.left() > 0; replicate++) {
            for (Configuration candidate : candidates) {
                if (!race.isEliminated(candidate) && trials.left() > 0) {
                    Trial trial = trials.measure(candidate, replicate);
                    race.add(candidate, trials.objective().valueOrFailure(trial));
                }
            }
        }
        return race.leader().orElseGet(trials::best);
    }
}
