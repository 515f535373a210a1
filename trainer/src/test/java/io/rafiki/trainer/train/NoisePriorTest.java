package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Few exact measurements of many options that are on or off. Each option has four fifths of the effect of the previous one. */
class NoisePriorTest {

    private static final int OPTIONS = 20;
    private static final int ROWS = 40;
    private static final int UNSEEN = 400;
    private static final int TABLES = 3;

    private static final KnobSpace SPACE = new KnobSpace(IntStream.range(0, OPTIONS)
            .<Knob>mapToObj(option -> new IntegerKnob("option" + option, "", 0, 1, Map.of(), 0))
            .toList());

    private static final TrainingConfig DEFAULT = TrainingConfig.DEFAULT.with(12, 1, 3);

    @Test
    void doesNotTakeWeakEffectsForNoise() throws InterruptedException {
        assertThat(error(DEFAULT))
                .as("mean relative error, against one prior of 5 % for all networks")
                .isLessThan(0.9 * error(DEFAULT.withOneNoisePrior()));
    }

    private static double error(TrainingConfig recipe) throws InterruptedException {
        double error = 0;
        for (int table = 0; table < TABLES; table++) {
            Random random = new Random(table);
            List<TrainingData.Point> points = points(ROWS, random);
            Ensemble ensemble = new EnsembleTrainer(recipe, finished -> {})
                    .train(new TrainingData(SPACE, points))
                    .ensemble();
            for (TrainingData.Point point : points(UNSEEN, random)) {
                double predicted =
                        ensemble.predict(Workload.NONE, point.configuration()).mean();
                error += Math.abs(predicted - point.value()) / point.value() / (TABLES * UNSEEN);
            }
        }
        return error;
    }

    private static List<TrainingData.Point> points(int rows, Random random) {
        return IntStream.range(0, rows)
                .mapToObj(row -> {
                    double[] codes = random.ints(OPTIONS, 0, 2).asDoubleStream().toArray();
                    return new TrainingData.Point(Workload.NONE, new Configuration(SPACE, codes), value(codes));
                })
                .toList();
    }

    /** Options slow down or speed up in turn; the two strongest interact. */
    private static double value(double[] codes) {
        double value = 150 + 8 * codes[0] * codes[1];
        double effect = 20;
        for (double code : codes) {
            value += effect * code;
            effect *= -0.8;
        }
        return value;
    }
}
