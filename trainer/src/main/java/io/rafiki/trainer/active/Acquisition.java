package io.rafiki.trainer.active;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import java.util.Arrays;

/** A goal in the place of the throughput, so that a search finds the trial to run next; what is avoided is worth nothing. */
final class Acquisition implements Surrogate {

    private static final double WORTHLESS = -1e18;

    private final Surrogate model;
    private final Goal goal;
    private final Avoided avoided;

    Acquisition(Surrogate model, Goal goal, Avoided avoided) {
        this.model = model;
        this.goal = goal;
        this.avoided = avoided;
    }

    @Override
    public KnobSpace space() {
        return model.space();
    }

    @Override
    public void predict(double readRatio, double[] codes, int n, double[] mean, double[] deviation) {
        model.predict(readRatio, codes, n, mean, deviation);
        for (int i = 0; i < n; i++) {
            mean[i] = avoided.contains(codes, i * space().size()) ? WORTHLESS : goal.value(mean[i], deviation[i]);
        }
        Arrays.fill(deviation, 0, n, 0);
    }

    @Override
    public Surrogate copy() {
        return new Acquisition(model.copy(), goal, avoided);
    }
}
