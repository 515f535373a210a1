package io.rafiki.trainer.evaluate;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Tables with a known truth. */
final class Tables {

    private Tables() {}

    /** Every configuration at every read ratio; the value is the row's number and 1. */
    static MeasuredTable grid(int configurations, int readRatios) {
        int rows = configurations * readRatios;
        double[] codes = new double[rows];
        List<Workload> workloads = new ArrayList<>();
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) {
            codes[row] = Math.floorDiv(row, readRatios);
            workloads.add(Workload.ofReadRatio((double) (row % readRatios) / (readRatios - 1)));
            values[row] = row + 1;
        }
        KnobSpace space = new KnobSpace(List.of(new IntegerKnob("knob", "", 0, configurations - 1L, Map.of(), 0)));
        return new MeasuredTable("grid", "rows", space, codes, workloads, values, -1, List.of());
    }

    /** The same rows with a knob of the workload in place of the read ratio. */
    static MeasuredTable gridOfTwoKnobs(int configurations, int workloads) {
        int rows = configurations * workloads;
        double[] codes = new double[2 * rows];
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) {
            codes[2 * row] = Math.floorDiv(row, workloads);
            codes[2 * row + 1] = row % workloads;
            values[row] = row + 1;
        }
        KnobSpace space = new KnobSpace(List.of(
                new IntegerKnob("knob", "", 0, configurations - 1L, Map.of(), 0),
                new IntegerKnob("workload", "", 0, workloads - 1L, Map.of(), 0)));
        return new MeasuredTable("grid", "rows", space, codes, List.of(), values, 1, List.of());
    }

    /**
     * A curved surface over three knobs, two of which interact, with 1 % noise.
     *
     * @param mapped the value as it is measured
     */
    static MeasuredTable curved(int rows, long seed, DoubleUnaryOperator mapped) {
        KnobSpace space = new KnobSpace(List.of(
                new RealKnob("x", "", 0, 1, 0),
                new IntegerKnob("threads", "", 1, 64, Map.of(), 1),
                new CategoricalKnob("mode", List.of("a", "b", "c"), 0)));
        Random random = new Random(seed);
        double[] codes = new double[rows * 3];
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) {
            double x = random.nextDouble();
            int threads = 1 + random.nextInt(64);
            int mode = random.nextInt(3);
            codes[row * 3] = x;
            codes[row * 3 + 1] = threads;
            codes[row * 3 + 2] = mode;
            double load = Math.log(threads) / Math.log(64);
            double truth =
                    100 + 60 * Math.sin(3 * x) + (mode == 1 ? -50 : 40) * (load - 0.5) * (load - 0.5) + 15 * mode;
            values[row] = mapped.applyAsDouble(truth * (1 + 0.01 * random.nextGaussian()));
        }
        return new MeasuredTable("curved", "speed", space, codes, List.of(), values, -1, List.of());
    }
}
