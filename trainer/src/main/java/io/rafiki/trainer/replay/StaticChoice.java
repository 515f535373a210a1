package io.rafiki.trainer.replay;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.search.Trim;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.drive.Schedule;
import io.rafiki.trainer.drive.Stretch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The one configuration that serves a schedule best if none may follow it: by the model, the most operations over all of its time. It is
 * what a careful operator could have set who had known the schedule before.
 */
final class StaticChoice {

    private static final long SEED = 1;
    /** Read ratios are told apart to a twentieth. */
    private static final double STEPS = 20;

    private StaticChoice() {}

    /** The greatest lower bound of the mean throughput over the schedule. */
    static Configuration of(Surrogate model, Envelope trained, Schedule schedule) {
        Surrogate mixture = new Mixture(model, shares(schedule, trained));
        KnobSpace space = model.space();
        SearchSpace where = SearchSpace.of(space).within(trained);
        Configuration best =
                new GeneticSearch().search(mixture, 0.5, where, SEED).best();
        return Trim.toWhatPays(mixture, 0.5, space.defaults(), best, where);
    }

    /** Read ratio to its share of the time. */
    private static Map<Double, Double> shares(Schedule schedule, Envelope trained) {
        Map<Double, Double> shares = new TreeMap<>();
        for (Stretch stretch : schedule.stretches()) {
            double near = Math.rint(stretch.readRatio() * STEPS) / STEPS;
            double asked = Math.min(trained.maxReadRatio(), Math.max(trained.minReadRatio(), near));
            shares.merge(asked, stretch.seconds() / schedule.seconds(), Double::sum);
        }
        return shares;
    }

    /**
     * A surrogate of the mean over several workloads. Its deviation is the mean of theirs, as if they erred together: no mean over
     * workloads errs more.
     *
     * @param shares read ratio to weight; they add up to 1
     */
    record Mixture(Surrogate model, Map<Double, Double> shares) implements Surrogate {

        @Override
        public KnobSpace space() {
            return model.space();
        }

        @Override
        public void predict(double ignored, double[] codes, int n, double[] mean, double[] deviation) {
            double[] partMean = new double[n];
            double[] partDeviation = new double[n];
            Arrays.fill(mean, 0, n, 0);
            Arrays.fill(deviation, 0, n, 0);
            shares.forEach((readRatio, share) -> {
                model.predict(readRatio, codes, n, partMean, partDeviation);
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
