package io.rafiki.search;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** A surrogate that is a formula of the codes, with or without a deviation. */
record Formula(KnobSpace space, double deviation, ToDoubleFunction<double[]> formula) implements Surrogate {

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviations) {
        int width = space.size();
        for (int i = 0; i < n; i++) {
            mean[i] = formula.applyAsDouble(Arrays.copyOfRange(codes, i * width, (i + 1) * width));
            deviations[i] = deviation;
        }
    }

    @Override
    public Surrogate copy() {
        return this;
    }
}
