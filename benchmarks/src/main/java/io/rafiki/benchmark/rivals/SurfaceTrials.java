package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Trials on a surface. A trial measures the surface with log-normal noise and takes as long as a recorded one. Equal configuration and
 * number of the replicate give equal noise and length, for every tuner. Thread-safe.
 */
public final class SurfaceTrials implements Subject {

    private final Surrogate truth;
    private final Workload workload;
    private final double noise;
    private final long seed;
    private final List<Double> durations;

    /**
     * @param truth throughput in operations per second
     * @param noise relative standard deviation of replicates
     * @param durations seconds of recorded trials
     */
    public SurfaceTrials(Surrogate truth, Workload workload, double noise, long seed, List<Double> durations) {
        this.truth = truth;
        this.workload = workload;
        this.noise = noise;
        this.seed = seed;
        this.durations = List.copyOf(durations);
    }

    KnobSpace space() {
        return truth.space();
    }

    @Override
    public Trial measure(PlannedTrial planned) {
        int place = Objects.hash(seed, planned.configuration(), planned.repeat());
        double rate = truth(planned.configuration()) * Math.exp(noise * new SplittableRandom(place).nextGaussian());
        return SurfaceLine.of(planned, rate, durations.get(Math.floorMod(place, durations.size())));
    }

    /** Throughput without noise. */
    synchronized double truth(Configuration configuration) {
        return truth.predict(workload, configuration).mean();
    }

    /** The highest throughput of the surface, by a search that is far longer than those of the tuners. */
    static double optimum(Surrogate truth, Workload workload) {
        Configuration best = GeneticSearch.thorough()
                .search(truth, workload, SearchSpace.of(truth.space()).kappa(0), 1)
                .best();
        return truth.predict(workload, best).mean();
    }
}
