package io.rafiki.trainer.scenario;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.ChangePruning;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The best configuration that stays the same over a schedule: the model predicts the greatest lower bound of the mean throughput for it.
 * No operator can select it without knowledge of the whole schedule.
 */
final class BestStaticConfiguration {

    private static final long SEED = 1;
    /** Read ratios are rounded to twentieths. */
    private static final double STEPS = 20;

    private BestStaticConfiguration() {}

    /** The greatest lower bound of the mean throughput over the schedule. */
    static Configuration of(Surrogate model, TrainingDomain trained, Schedule schedule) {
        Surrogate mixture = new Mixture(model, shares(schedule, trained));
        KnobSpace space = model.space();
        SearchSpace where = SearchSpace.of(space).within(trained);
        Configuration best = new GeneticSearch()
                .search(mixture, Workload.ofReadRatio(0.5), where, SEED)
                .best();
        return ChangePruning.dropIneffectiveChanges(mixture, Workload.ofReadRatio(0.5), space.defaults(), best, where);
    }

    /** Read ratio to its share of the time. */
    private static Map<Double, Double> shares(Schedule schedule, TrainingDomain trained) {
        Map<Double, Double> shares = new TreeMap<>();
        for (Phase phase : schedule.phases()) {
            double near = Math.rint(phase.readRatio() * STEPS) / STEPS;
            double asked = trained.nearest(Workload.ofReadRatio(near)).readRatio();
            shares.merge(asked, phase.seconds() / schedule.seconds(), Double::sum);
        }
        return shares;
    }

    /**
     * A surrogate of the mean over several workloads. Its deviation is the mean of their deviations, which is the upper bound: that of
     * errors with a correlation of one.
     *
     * @param shares read ratio to weight; they add up to 1
     */
    record Mixture(Surrogate model, Map<Double, Double> shares) implements Surrogate {

        @Override
        public KnobSpace space() {
            return model.space();
        }

        @Override
        public void predict(Workload ignored, double[] codes, int n, double[] mean, double[] deviation) {
            double[] partMean = new double[n];
            double[] partDeviation = new double[n];
            Arrays.fill(mean, 0, n, 0);
            Arrays.fill(deviation, 0, n, 0);
            shares.forEach((readRatio, share) -> {
                model.predict(Workload.ofReadRatio(readRatio), codes, n, partMean, partDeviation);
                for (int i = 0; i < n; i++) {
                    mean[i] += share * partMean[i];
                    deviation[i] += share * partDeviation[i];
                }
            });
        }

        @Override
        public List<Surrogate> members() {
            return model.members().stream()
                    .map(member -> (Surrogate) new Mixture(member, shares))
                    .toList();
        }

        @Override
        public Surrogate copy() {
            return new Mixture(model.copy(), shares);
        }
    }
}
