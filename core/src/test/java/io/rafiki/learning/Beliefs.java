package io.rafiki.learning;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Bounds;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A model in closed form: the logarithm of the throughput is a sum of one term for each knob. A term is the member's slope of the knob times
 * the position of its value, from 0 for the least to 1 for the greatest.
 *
 * @param slopes for each member, one slope per knob
 */
record Beliefs(List<double[]> slopes) implements Surrogate {

    static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("concurrent_reads", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("concurrent_compactors", "threads", 1, 5, Map.of(), 3)));

    static final TrainingDomain DOMAIN = new TrainingDomain(
            Map.of(WorkloadFeature.READ_RATIO, new Bounds(0, 1)),
            List.of(
                    new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0)),
                    new Seen(8, 128, List.of()),
                    new Seen(8, 128, List.of()),
                    new Seen(1, 5, List.of())));

    static final Workload HALF = Workload.ofReadRatio(0.5);

    /** Members around the given slopes. */
    static Beliefs around(double[] slopes, double deviation, int members, Random random) {
        List<double[]> all = new ArrayList<>();
        for (int m = 0; m < members; m++) {
            double[] own = slopes.clone();
            for (int k = 0; k < own.length; k++) {
                own[k] += deviation * random.nextGaussian();
            }
            all.add(own);
        }
        return new Beliefs(all);
    }

    @Override
    public KnobSpace space() {
        return SPACE;
    }

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            double squares = 0;
            for (double[] member : slopes) {
                double value = 10_000 * Math.exp(logarithm(member, codes, i * SPACE.size()));
                sum += value;
                squares += value * value;
            }
            mean[i] = sum / slopes.size();
            deviation[i] =
                    slopes.size() < 2 ? 0 : Math.sqrt(Math.max(0, squares - sum * mean[i]) / (slopes.size() - 1));
        }
    }

    /** As that of an ensemble: the deviation is that of the members' gains, because their common error cancels out. */
    @Override
    public RelativeGain gain(Workload workload, Configuration from, Configuration to) {
        double base = predict(workload, from).mean();
        double mean = predict(workload, to).mean() / base - 1;
        double squares = 0;
        for (double[] member : slopes) {
            double before = Math.exp(logarithm(member, from.codes(), 0));
            double after = Math.exp(logarithm(member, to.codes(), 0));
            double error = 10_000 * (after - before) / base - mean;
            squares += error * error;
        }
        return new RelativeGain(mean, slopes.size() < 2 ? 0 : Math.sqrt(squares / (slopes.size() - 1)));
    }

    @Override
    public List<Surrogate> members() {
        return slopes.stream()
                .<Surrogate>map(member -> new Beliefs(List.of(member)))
                .toList();
    }

    @Override
    public Surrogate copy() {
        return this;
    }

    /** The logarithm of the gain of a change by given slopes. */
    static double gain(double[] slopes, Configuration from, Configuration to) {
        return logarithm(slopes, to.codes(), 0) - logarithm(slopes, from.codes(), 0);
    }

    private static double logarithm(double[] slopes, double[] codes, int at) {
        double sum = 0;
        for (int k = 0; k < slopes.length; k++) {
            sum += slopes[k] * position(k, codes[at + k]);
        }
        return sum;
    }

    /** Written apart from the code under test. */
    static double position(int knob, double code) {
        return switch (knob) {
            case 0 -> code;
            case 3 -> (code - 1) / 4;
            default -> Math.log(code / 8) / Math.log(16);
        };
    }

    /** The model after some effects in the whole domain. */
    static LearnedModel learned(Surrogate model, List<MeasuredEffect> effects) {
        return LearnedModel.of(model, DOMAIN, 0, effects);
    }

    /** Any configuration. */
    static Configuration any(Random random) {
        return new Configuration(SPACE, new double[] {
            random.nextInt(2), 8 + random.nextInt(121), 8 + random.nextInt(121), 1 + random.nextInt(5)
        });
    }

    /** The measured effect of a change. */
    static MeasuredEffect effect(Configuration from, Configuration to, double effect, double error) {
        return new MeasuredEffect(HALF, named(from), changed(from, to), effect, error);
    }

    /** The new value of each knob that differs. */
    static Map<String, String> changed(Configuration from, Configuration to) {
        Map<String, String> changed = named(to);
        changed.entrySet().removeIf(value -> named(from).get(value.getKey()).equals(value.getValue()));
        return changed;
    }

    /** The value of each knob as a user writes it. */
    static Map<String, String> named(Configuration configuration) {
        Map<String, String> named = new LinkedHashMap<>();
        configuration.toMap().forEach((knob, value) -> named.put(knob, String.valueOf(value)));
        return named;
    }
}
