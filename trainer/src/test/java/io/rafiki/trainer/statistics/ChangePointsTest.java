package io.rafiki.trainer.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangePointsTest {

    private static final int RUNS = 2_000;

    @Test
    void aStepIsFoundWhereItIs() {
        double[] values = noise(new Random(1), 24, 0, 0.03);
        for (int i = 9; i < 24; i++) {
            values[i] -= 300;
        }
        assertThat(ChangePoints.of(values, 0.05)).containsExactly(9);
    }

    /** A rise and a fall back are one disturbance of the mean, which binary segmentation can miss. */
    @Test
    void twoStepsDownAreFound() {
        double[] values = noise(new Random(2), 60, 0, 0.03);
        for (int i = 20; i < 60; i++) {
            values[i] -= i < 40 ? 300 : 500;
        }
        assertThat(ChangePoints.of(values, 0.05)).containsExactly(20, 40);
    }

    @Test
    void equalValuesAndFewValuesHaveNoChange() {
        double[] equal = new double[30];
        Arrays.fill(equal, 7);
        assertThat(ChangePoints.of(equal, 0)).isEmpty();
        assertThat(ChangePoints.of(new double[30], 0)).isEmpty();
        assertThat(ChangePoints.of(new double[] {1, 1, 1, 9, 9, 9, 9}, 0)).isEmpty();
        assertThat(ChangePoints.of(new double[0], 0)).isEmpty();
    }

    @Test
    void aChangeBelowTheSmallestDoesNotCount() {
        double[] values = noise(new Random(3), 40, 0, 0.002);
        for (int i = 20; i < 40; i++) {
            values[i] += 40;
        }
        assertThat(ChangePoints.of(values, 0.01)).isNotEmpty();
        assertThat(ChangePoints.of(values, 0.05)).isEmpty();
    }

    /** The shortest measured part has 18 batches. */
    @Test
    void noiseSeldomHasAChange() throws Exception {
        double independent = falsely(21, 0);
        double dependent = falsely(22, 0.5);

        assertThat(independent).isLessThan(0.025);
        assertThat(dependent).isLessThan(0.10);
        StatisticsPage.quotes("change point without a change | 18 independent batches | 0.1 %", independent);
        StatisticsPage.quotes("change point without a change | autocorrelation 0.5 | 0.1 %", dependent);
    }

    @Test
    void aStepOfFourDeviationsIsSeldomMissed() {
        double missed = StatisticsPage.rate(RUNS, 23, random -> {
            double[] values = noise(random, 18, 0, 0.05);
            for (int i = 9; i < 18; i++) {
                values[i] += 200;
            }
            return ChangePoints.of(values, 0.05).isEmpty();
        });
        assertThat(missed).isLessThan(0.02);
    }

    private static double falsely(long seed, double autocorrelation) {
        return StatisticsPage.rate(RUNS, seed, random -> !ChangePoints.of(noise(random, 18, autocorrelation, 0.1), 0)
                .isEmpty());
    }

    private static double[] noise(Random random, int count, double autocorrelation, double deviation) {
        double[] values = new double[count];
        double state = random.nextGaussian();
        for (int i = 0; i < count; i++) {
            values[i] = 1000 * (1 + deviation * state);
            state = autocorrelation * state + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
        }
        return values;
    }
}
