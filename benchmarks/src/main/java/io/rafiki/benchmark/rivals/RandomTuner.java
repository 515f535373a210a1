package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import java.util.Random;

/** Random search: the baseline, then uniformly drawn configurations. The highest measurement wins. */
final class RandomTuner implements Tuner {

    @Override
    public String name() {
        return "random";
    }

    @Override
    public Configuration tune(SurfaceTrials trials, long seed) {
        Random random = new Random(seed);
        trials.measure(trials.space().defaults(), 0);
        for (int i = 1; i < trials.budget(); i++) {
            trials.measure(drawn(trials, random), i);
        }
        return trials.best();
    }

    private static Configuration drawn(SurfaceTrials trials, Random random) {
        double readRatio = trials.workload().readRatio();
        Configuration drawn;
        do {
            // one more coordinate for the workload
            double[] place = random.doubles(trials.space().size() + 1L).toArray();
            drawn = SpaceFilling.at(trials.space(), WorkloadSpace.ofReadRatios(readRatio, readRatio), place)
                    .configuration();
        } while (trials.space().broken(drawn.codes()).isPresent());
        return drawn;
    }
}
