package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MethodsTest {

    private final MeasuredTable table = Tables.curved(200, 7, value -> value);
    private final int[] test = IntStream.range(80, 200).toArray();

    @Test
    void eachLearnsInItsOwnWayAndBetterThanTheMean() throws InterruptedException {
        double mean = rmse(new MeanMethod(), table, 1);
        double linear = rmse(new LinearMethod(), table, 1);
        double forest = rmse(new ForestMethod(), table, 1);
        double adam = rmse(new AdamMethod(List.of(14, 4), 400), table, 1);
        double ensemble = rmse(new EnsembleMethod("ensemble", TrainingConfig.DEFAULT.with(6, 1, 1)), table, 1);
        assertThat(linear).isLessThan(0.9 * mean);
        assertThat(forest).isLessThan(0.6 * mean).isNotEqualTo(linear);
        assertThat(adam).isLessThan(0.4 * mean).isNotEqualTo(forest);
        assertThat(ensemble).isLessThan(0.2 * mean).isLessThan(linear).isLessThan(forest);
    }

    @Test
    void theSameSeedGivesTheSamePredictionsAndAnotherOthers() throws InterruptedException {
        for (RegressionMethod method : List.of(new ForestMethod(), new AdamMethod(List.of(5), 50))) {
            assertThat(rmse(method, table, 3)).isEqualTo(rmse(method, table, 3)).isNotEqualTo(rmse(method, table, 4));
        }
    }

    @Test
    void linearFindsAPlaneThroughDependentInputs() {
        KnobSpace space = new KnobSpace(List.of(
                new RealKnob("x", "", 0, 5, 0), new RealKnob("twice", "", 0, 10, 0), new RealKnob("y", "", 0, 3, 0)));
        double[] codes = new double[900];
        double[] values = new double[300];
        for (int row = 0; row < 300; row++) {
            codes[row * 3] = row % 6;
            codes[row * 3 + 1] = 2 * (row % 6);
            codes[row * 3 + 2] = row % 4;
            values[row] = 50 + 3 * (row % 6) - 7 * (row % 4);
        }
        MeasuredTable plane = new MeasuredTable("plane", "z", space, codes, List.of(), values, -1, List.of());
        double[] predicted = new double[10];
        new LinearMethod()
                .learn(training(plane, 290), 1)
                .predict(IntStream.range(290, 300).toArray(), predicted, new double[10]);
        for (int i = 0; i < 10; i++) {
            assertThat(predicted[i]).isEqualTo(plane.value(290 + i), within(0.2));
        }
    }

    @Test
    void learnsATargetThatCrossesZero() throws InterruptedException {
        MeasuredTable crossing = Tables.curved(200, 7, value -> value - 130);
        double mean = rmse(new MeanMethod(), crossing, 1);
        assertThat(rmse(new EnsembleMethod("ensemble", TrainingConfig.DEFAULT.with(6, 1, 1)), crossing, 1))
                .isLessThan(0.2 * mean);
        assertThat(rmse(new AdamMethod(List.of(14, 4), 400), crossing, 1)).isLessThan(0.4 * mean);
    }

    @Test
    void learnsTheLogarithmOfAWideTarget() throws InterruptedException {
        MeasuredTable wide = Tables.curved(200, 7, value -> Math.exp(value / 15));
        assertThat(training(wide, 80).isLogarithmic()).isTrue();
        assertThat(training(table, 80).isLogarithmic()).isFalse();
        assertThat(training(wide, 80).value(5)).isEqualTo(Math.exp(5), within(1e-9));
        assertThat(training(wide, 80).value(1e9)).isLessThan(1e20);
        double mean = errors(new MeanMethod(), wide, 1).mape();
        for (RegressionMethod method :
                List.of(new LinearMethod(), new ForestMethod(), new AdamMethod(List.of(14, 4), 400))) {
            assertThat(errors(method, wide, 1).mape()).as(method.name()).isLessThan(0.5 * mean);
        }
    }

    private double rmse(RegressionMethod method, MeasuredTable of, long seed) throws InterruptedException {
        return errors(method, of, seed).rmse();
    }

    private ErrorMetrics errors(RegressionMethod method, MeasuredTable of, long seed) throws InterruptedException {
        double[] mean = new double[test.length];
        double[] deviation = new double[test.length];
        method.learn(training(of, 80), seed).predict(test, mean, deviation);
        return ErrorMetrics.of(IntStream.of(test).mapToDouble(of::value).toArray(), mean, deviation);
    }

    private static TrainingView training(MeasuredTable table, int rows) {
        return new TrainingView(table, IntStream.range(0, rows).toArray());
    }
}
