package io.rafiki.trainer.analysis;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A model of formulas: each is a member, their mean is the prediction, their standard deviation its deviation. */
public record FormulaModel(KnobSpace space, List<ToDoubleFunction<double[]>> formulas) implements Surrogate {

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        int width = space.size();
        for (int i = 0; i < n; i++) {
            double[] row = Arrays.copyOfRange(codes, i * width, (i + 1) * width);
            double[] values =
                    formulas.stream().mapToDouble(f -> f.applyAsDouble(row)).toArray();
            double average = Arrays.stream(values).average().orElseThrow();
            mean[i] = average;
            deviation[i] = Math.sqrt(Arrays.stream(values)
                            .map(v -> (v - average) * (v - average))
                            .sum()
                    / Math.max(1, values.length - 1));
        }
    }

    @Override
    public List<Surrogate> members() {
        return formulas.stream()
                .<Surrogate>map(formula -> new FormulaModel(space, List.of(formula)))
                .toList();
    }

    @Override
    public Surrogate copy() {
        return this;
    }
}
