package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;

/**
 * A latency as an objective. A search maximises the lower bound of the negated latency, which minimises the upper bound of the latency. A
 * gain is the relative reduction of the latency.
 */
public final class NegatedSurrogate implements Surrogate {

    private final Surrogate latency;

    public NegatedSurrogate(Surrogate latency) {
        this.latency = latency;
    }

    @Override
    public KnobSpace space() {
        return latency.space();
    }

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        latency.predict(workload, codes, n, mean, deviation);
        for (int i = 0; i < n; i++) {
            mean[i] = -mean[i];
        }
    }

    @Override
    public RelativeGain gain(Workload workload, Configuration from, Configuration to) {
        RelativeGain change = latency.gain(workload, from, to);
        return new RelativeGain(-change.mean(), change.deviation());
    }

    @Override
    public Surrogate copy() {
        return new NegatedSurrogate(latency.copy());
    }
}
