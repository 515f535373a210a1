package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import java.io.IOException;
import java.util.Random;

/** Random search: the baseline, then uniformly drawn configurations. The highest measurement wins. */
final class RandomTuner implements Tuner {

    @Override
    public String name() {
        return "random";
    }

    @Override
    public Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        Configuration next = trials.space().defaults();
        for (int i = 0; trials.left() > 0; i++) {
            trials.measure(next, i);
            next = drawn(trials, random);
        }
        return trials.best();
    }

    private static Configuration drawn(TunerTrials trials, Random random) {
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
