package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The trials of one tuner on a surface. A trial measures the surface with log-normal noise. Equal configuration and number of the replicate
 * give equal noise, for every tuner. Thread-safe.
 */
public final class SurfaceTrials {

    private final Surrogate truth;
    private final Workload workload;
    private final double noise;
    private final long seed;
    private final int budget;
    private final List<Configuration> measured = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();

    /**
     * @param truth throughput in operations per second
     * @param noise relative standard deviation of replicates
     * @param budget maximum number of trials
     */
    public SurfaceTrials(Surrogate truth, Workload workload, double noise, long seed, int budget) {
        this.truth = truth;
        this.workload = workload;
        this.noise = noise;
        this.seed = seed;
        this.budget = budget;
    }

    KnobSpace space() {
        return truth.space();
    }

    Workload workload() {
        return workload;
    }

    int budget() {
        return budget;
    }

    /**
     * Runs a trial.
     *
     * @param replicate distinguishes trials of the same configuration
     * @return measured throughput in operations per second
     * @throws IllegalStateException with one line, if the budget is used or the configuration violates a constraint
     */
    synchronized double measure(Configuration configuration, long replicate) {
        if (measured.size() == budget) {
            throw new IllegalStateException("expected " + budget + " trials, found a further one");
        }
        space().broken(configuration.codes()).ifPresent(broken -> {
            throw new IllegalStateException(
                    "expected a configuration that satisfies " + broken.shown() + ", found " + configuration);
        });
        double deviate = new SplittableRandom(Objects.hash(seed, configuration, replicate)).nextGaussian();
        double rate = truth(configuration) * Math.exp(noise * deviate);
        measured.add(configuration);
        rates.add(rate);
        return rate;
    }

    /** Throughput without noise. */
    synchronized double truth(Configuration configuration) {
        return truth.predict(workload, configuration).mean();
    }

    /** The configuration with the highest mean of its replicates. */
    Configuration best() {
        List<Configuration> leaders = leaders();
        return leaders.get(leaders.size() - 1);
    }

    /** After each trial the configuration with the highest mean of its replicates so far. */
    synchronized List<Configuration> leaders() {
        Map<Configuration, double[]> sums = new LinkedHashMap<>();
        List<Configuration> leaders = new ArrayList<>();
        for (int i = 0; i < measured.size(); i++) {
            double[] sum = sums.computeIfAbsent(measured.get(i), first -> new double[2]);
            sum[0] += rates.get(i);
            sum[1]++;
            leaders.add(sums.entrySet().stream()
                    .max(Map.Entry.comparingByValue(
                            (one, other) -> Double.compare(one[0] / one[1], other[0] / other[1])))
                    .orElseThrow()
                    .getKey());
        }
        return leaders;
    }

    /** The highest throughput of the surface, by a search that is far longer than those of the tuners. */
    static double optimum(Surrogate truth, Workload workload) {
        Configuration best = GeneticSearch.thorough()
                .search(truth, workload, SearchSpace.of(truth.space()).kappa(0), 1)
                .best();
        return truth.predict(workload, best).mean();
    }
}
