package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.statistics.StatisticsPage;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class EarlyStopTest {

    private static final int LOOKS = 6;

    @Test
    void looksEveryFifteenSecondsAfterTheShortestMeasurement() {
        assertThat(EarlyStop.seconds(1)).isEqualTo(30);
        assertThat(EarlyStop.seconds(LOOKS)).isEqualTo(105);
    }

    /**
     * Thirty seconds that alternate between 900 and 1,100 are not positively correlated. The deviation is sqrt(30 / 29) 100. Student's
     * quantile for 29 degrees at 1 - 0.025 / 2 is 2.3639, and at 1 - 0.025 / 6 it is 2.8316.
     */
    @Test
    void theFirstLooksHaveHalfAndASixthOfTheError() {
        double[] seconds = new double[30];
        Arrays.setAll(seconds, i -> i % 2 == 0 ? 900 : 1100);
        double error = 100 / Math.sqrt(29);
        assertThat(EarlyStop.upperBound(seconds, 1)).isCloseTo(1000 + 2.3639 * error, within(0.01));
        assertThat(EarlyStop.upperBound(seconds, 2)).isCloseTo(1000 + 2.8316 * error, within(0.2));
    }

    @Test
    void aConstantRateIsItsOwnBound() {
        assertThat(EarlyStop.upperBound(series(new Random(1), 0, second -> 1000), 1))
                .isCloseTo(1000, within(1e-9));
    }

    /** A cold cache fills: throughput begins at 60 % and comes within 5 % of 1,000 after a minute. The floor is 900. */
    @Test
    void aSlowStartIsNoReasonToStop() {
        double stopped = StatisticsPage.rate(
                1_000,
                41,
                random -> stops(series(random, 0.05, second -> 1000 * (1 - 0.4 * Math.exp(-second / 30.0))), 900));
        assertThat(stopped).isLessThan(0.05);
    }

    /** Debt grows: throughput begins at 1,000 and sustains 700. The bound must not fall below that. */
    @Test
    void growingDebtDoesNotMakeTheBoundTooLow() {
        double stopped = StatisticsPage.rate(
                1_000, 42, random -> stops(series(random, 0.05, second -> 700 + 300 * Math.exp(-second / 60.0)), 700));
        assertThat(stopped).isLessThan(0.01);
    }

    /** Floor at the true mean: the worst case. */
    @Test
    void theBoundMissesTheMeanSeldomInAllLooksTogether() {
        double missed = StatisticsPage.rate(1_000, 43, random -> stops(series(random, 0.1, second -> 1000), 1000));
        assertThat(missed).isLessThan(0.05);
    }

    @Test
    void aRateTwentyPercentBelowTheFloorStopsBeforeHalfTheTime() {
        double late = StatisticsPage.rate(
                1_000, 44, random -> !stops(Arrays.copyOf(series(random, 0.1, second -> 800), 60), 1000));
        assertThat(late).isLessThan(0.1);
    }

    private static boolean stops(double[] perSecond, double floor) {
        for (int look = 1; look <= LOOKS && EarlyStop.seconds(look) <= perSecond.length; look++) {
            if (EarlyStop.upperBound(Arrays.copyOf(perSecond, EarlyStop.seconds(look)), look) < floor) {
                return true;
            }
        }
        return false;
    }

    /** Two minutes with an autocorrelation of 0.6. */
    private static double[] series(Random random, double noise, IntToDoubleFunction mean) {
        double[] seconds = new double[120];
        double state = random.nextGaussian();
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = mean.applyAsDouble(i) * (1 + noise * state);
            state = 0.6 * state + 0.8 * random.nextGaussian();
        }
        return seconds;
    }
}
