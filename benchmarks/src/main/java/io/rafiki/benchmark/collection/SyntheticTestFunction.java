package io.rafiki.benchmark.collection;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A surface that is known, made up or learnt by a model, measured with noise; its best is what a search on the surface itself finds. */
final class SyntheticTestFunction implements TestFunction {

    private static final int SEARCHES = 8;

    private final Surrogate surface;
    private final double noise;
    private final long seed;
    private final Map<Double, Double> best = new HashMap<>();

    /**
     * A made-up surface.
     *
     * @param noise standard deviation of a measurement's logarithm
     * @param seed of surface and noise
     */
    SyntheticTestFunction(KnobSpace space, double noise, long seed) {
        this(new Truth(new Surface(space, seed)), noise, seed);
    }

    /**
     * @param surface whose predictions are taken for the truth
     * @param noise standard deviation of a measurement's logarithm
     * @param seed of the noise
     */
    SyntheticTestFunction(Surrogate surface, double noise, long seed) {
        this.surface = surface;
        this.noise = noise;
        this.seed = seed;
    }

    @Override
    public KnobSpace space() {
        return surface.space();
    }

    @Override
    public List<Double> readRatios() {
        return List.of(0.1, 0.5, 0.9);
    }

    @Override
    public PlannedTrial at(SpaceFilling.Point point) {
        return new PlannedTrial(point.workload(), point.configuration(), 0);
    }

    @Override
    public double measured(PlannedTrial trial) {
        Random random = new Random(seed * 1_000_003 + trial.id().hashCode());
        return truth(trial.workload().readRatio(), trial.configuration()) * Math.exp(noise * random.nextGaussian());
    }

    @Override
    public double truth(double readRatio, Configuration configuration) {
        return surface.predict(Workload.ofReadRatio(readRatio), configuration).mean();
    }

    @Override
    public double best(double readRatio) {
        return best.computeIfAbsent(readRatio, at -> {
            double greatest = 0;
            for (int search = 0; search < SEARCHES; search++) {
                greatest = Math.max(
                        greatest,
                        new GeneticSearch()
                                .search(
                                        surface,
                                        Workload.ofReadRatio(at),
                                        SearchSpace.of(space()).kappa(0),
                                        search)
                                .prediction()
                                .mean());
            }
            return greatest;
        });
    }

    @Override
    public Search search() {
        return new GeneticSearch();
    }

    /** A made-up surface as a surrogate that is never wrong. */
    private record Truth(Surface surface) implements Surrogate {

        @Override
        public KnobSpace space() {
            return surface.space();
        }

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            int width = space().size();
            for (int i = 0; i < n; i++) {
                double[] row = Arrays.copyOfRange(codes, i * width, (i + 1) * width);
                mean[i] = surface.value(workload.readRatio(), new Configuration(space(), row));
                deviation[i] = 0;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
