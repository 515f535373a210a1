package io.rafiki.trainer.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulated error rates of intervals and of the adjustment for several tests. */
class IntervalErrorRatesTest {

    private static final int RUNS = 10_000;

    @Test
    void studentsIntervalMissesTheMeanOfNormalValues() throws Exception {
        double missed = StatisticsPage.rate(RUNS, 1, random -> misses(random, 10, 0.05));

        assertThat(missed).isBetween(0.044, 0.056);
        StatisticsPage.quotes("Student interval misses the mean | 10 normal values | 5 %", missed);
    }

    /** Logarithms of ratios are normal where ratios are log-normal; the ratios themselves are skewed. */
    @Test
    void studentsIntervalMissesTheMeanOfSkewedValuesMoreOften() throws Exception {
        double missed = StatisticsPage.rate(RUNS, 2, random -> {
            double[] values = new double[10];
            Arrays.setAll(values, i -> Math.exp(0.5 * random.nextGaussian()));
            ConfidenceInterval interval = ConfidenceInterval.of(values);
            double mean = Math.exp(0.125);
            return interval.low() > mean || interval.high() < mean;
        });

        assertThat(missed).isBetween(0.06, 0.12);
        StatisticsPage.quotes("Student interval misses the mean | 10 log-normal values, sigma 0.5 | 5 %", missed);
    }

    /** Independent tests: the exact rate is 1 - (1 - 0.05 / 12)^12 = 4.9 %. */
    @Test
    void holmKeepsTheRateOfAnyFalseAlarm() throws Exception {
        double any = StatisticsPage.rate(
                RUNS, 3, random -> anyBelow(Holm.adjusted(random.doubles(12).toArray())));

        assertThat(any).isBetween(0.0426, 0.0556);
        StatisticsPage.quotes("Holm, any false finding | 12 independent tests | 5 %", any);
    }

    @Test
    void unadjustedTestsRaiseManyFalseAlarms() {
        double any = StatisticsPage.rate(
                RUNS, 4, random -> anyBelow(random.doubles(12).toArray()));

        assertThat(any).as("1 - 0.95^12 = 0.46").isBetween(0.44, 0.48);
    }

    private static boolean misses(Random random, int count, double deviation) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> 1 + deviation * random.nextGaussian());
        ConfidenceInterval interval = ConfidenceInterval.of(values);
        return interval.low() > 1 || interval.high() < 1;
    }

    private static boolean anyBelow(double[] p) {
        return Arrays.stream(p).anyMatch(one -> one < 0.05);
    }
}
