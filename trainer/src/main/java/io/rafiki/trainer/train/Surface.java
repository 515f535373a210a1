package io.rafiki.trainer.train;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.knob.RealKnob;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A synthetic throughput function with properties of a real node: knobs with an interior optimum that moves with the read ratio, a choice
 * that moves another knob's optimum (Rafiki Figure 6), a cliff where two knobs are both large, and noise.
 */
public final class Surface {

    private static final double BASE = 50_000;
    private static final double CLIFF = 0.6;

    private final KnobSpace space;
    private final double[] strength;
    private final double[] writeOptimum;
    private final double[] readOptimum;
    private final double[][] level;
    private final double[][] levelByReads;
    private final double slope;

    /** @param seed selects one of many functions with the same properties */
    public Surface(KnobSpace space, long seed) {
        this.space = space;
        Random random = new Random(seed);
        int n = space.size();
        strength = random.doubles(n, 0.2, 0.9).toArray();
        writeOptimum = random.doubles(n, 0, 1).toArray();
        readOptimum = random.doubles(n, 0, 1).toArray();
        level = new double[n][];
        levelByReads = new double[n][];
        for (int k = 0; k < n; k++) {
            int levels = levels(space.knob(k));
            level[k] = random.doubles(levels, -0.1, 0.1).toArray();
            levelByReads[k] = random.doubles(levels, -0.3, 0.3).toArray();
        }
        slope = random.nextDouble() - 0.5;
    }

    /** The paper's five key knobs, each as one number, so that networks are 6-14-4-1 (Rafiki §3.6.2). */
    public static KnobSpace paperKnobs() {
        return new KnobSpace(List.of(
                new IntegerKnob("compaction_method", "", 0, 1, Map.of(), 0),
                new IntegerKnob("concurrent_writes", "threads", 16, 96, Map.of(), 32),
                new IntegerKnob("file_cache_size", "MiB", 32, 2048, Map.of(), 512),
                new RealKnob("memtable_cleanup_threshold", "", 0.1, 0.6, 0.3),
                new IntegerKnob("concurrent_compactors", "threads", 2, 32, Map.of(), 2)));
    }

    public KnobSpace space() {
        return space;
    }

    /** The true throughput, without noise. */
    public double value(double readRatio, Configuration configuration) {
        double exponent = slope * (readRatio - 0.5);
        double large = 0;
        int numbers = 0;
        double shift = 0;
        for (int k = 0; k < space.size(); k++) {
            Knob knob = space.knob(k);
            double code = configuration.code(k);
            int single = single(knob, code);
            if (single >= 0) {
                exponent += level[k][single] + levelByReads[k][single] * (readRatio - 0.5);
                shift += knob instanceof CategoricalKnob ? 2 * level[k][single] : 0;
            } else {
                double u = position(knob, code);
                double optimum = writeOptimum[k] + (readOptimum[k] - writeOptimum[k]) * readRatio;
                double off = u - Math.min(1, Math.max(0, optimum + (numbers == 0 ? shift : 0)));
                exponent -= strength[k] * off * off;
                large += numbers >= 1 && numbers <= 2 ? u : 0;
                numbers++;
            }
        }
        double cliff = large > 1.6 ? CLIFF : 1;
        return BASE * cliff * Math.exp(exponent);
    }

    /** Noisy measurements of distinct random configurations at random read ratios. */
    public TrainingData samples(int count, double noise, long seed) {
        Random random = new Random(seed);
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double readRatio = random.nextInt(11) / 10.0;
            Configuration configuration = random(random);
            double throughput = value(readRatio, configuration) * Math.exp(noise * random.nextGaussian());
            points.add(new TrainingData.Point(Workload.ofReadRatio(readRatio), configuration, throughput));
        }
        return new TrainingData(space, points);
    }

    /** A random configuration, with a special value one time in four. */
    public Configuration random(Random random) {
        double[] codes = new double[space.size()];
        for (int k = 0; k < codes.length; k++) {
            Knob knob = space.knob(k);
            if (knob instanceof CategoricalKnob categorical) {
                codes[k] = random.nextInt(categorical.choices().size());
            } else if (!knob.singles().isEmpty() && random.nextInt(4) == 0) {
                codes[k] = knob.singles().get(0);
            } else {
                Range range = knob.range().orElseThrow();
                double u = random.nextDouble();
                codes[k] = knob.repair(
                        range.min() > 0
                                ? range.min() * Math.pow(range.max() / range.min(), u)
                                : range.min() + u * (range.max() - range.min()));
            }
        }
        return new Configuration(space, codes);
    }

    private static int levels(Knob knob) {
        return knob instanceof CategoricalKnob categorical
                ? categorical.choices().size()
                : 1;
    }

    /** Index of the choice, 0 for a special value, -1 for a number. */
    private static int single(Knob knob, double code) {
        if (knob instanceof CategoricalKnob) {
            return (int) code;
        }
        return knob.isNumber(code) ? -1 : 0;
    }

    private static double position(Knob knob, double code) {
        Range range = knob.range().orElseThrow();
        return range.min() > 0
                ? Math.log(code / range.min()) / Math.log(range.max() / range.min())
                : (code - range.min()) / (range.max() - range.min());
    }
}
