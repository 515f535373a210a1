package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.statistics.StatisticsPage;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulated error rates of a trial's interval and of its stationarity test, for measured parts of 22 s as the shipped plan has. */
class TrialErrorRatesTest {

    private static final int RUNS = 10_000;
    private static final int SECONDS = 22;

    @Test
    void theIntervalMissesTheMeanOfIndependentSeconds() throws Exception {
        double missed = misses(11, 0);

        assertThat(missed).isBetween(0.03, 0.06);
        StatisticsPage.quotes("trial interval misses the mean | 22 independent seconds | 5 %", missed);
    }

    /** The autocorrelation of 22 values is underestimated, so the interval is too narrow for strongly dependent seconds. */
    @Test
    void theIntervalMissesTheMeanOfDependentSecondsMoreOften() throws Exception {
        double weak = misses(12, 0.3);
        double strong = misses(13, 0.6);

        assertThat(weak).isBetween(0.05, 0.10);
        assertThat(strong).isBetween(0.05, 0.15);
        StatisticsPage.quotes("trial interval misses the mean | autocorrelation 0.3 | 5 %", weak);
        StatisticsPage.quotes("trial interval misses the mean | autocorrelation 0.6 | 5 %", strong);
    }

    @Test
    void withoutTheCorrectionDependentSecondsWouldMissFarMoreOften() {
        double missed = StatisticsPage.rate(RUNS, 13, random -> {
            double[] seconds = seconds(random, SECONDS, 0.6, 0.05, 0);
            double mean = Arrays.stream(seconds).average().orElseThrow();
            double variance =
                    Arrays.stream(seconds).map(s -> (s - mean) * (s - mean)).sum() / (SECONDS - 1);
            // t(0.975, 21) = 2.0796
            return Math.abs(mean - 1000) > 2.0796 * Math.sqrt(variance / SECONDS);
        });

        assertThat(missed).isGreaterThan(0.25);
    }

    @Test
    void noiseDelaysTheEndOfTheWarmUp() throws Exception {
        double quiet = StatisticsPage.rate(RUNS, 14, random -> !holds(random, 0.05, 0));
        double noisy = StatisticsPage.rate(RUNS, 15, random -> !holds(random, 0.10, 0));

        assertThat(quiet).isLessThan(0.2);
        assertThat(noisy).isBetween(quiet, 0.6);
        StatisticsPage.quotes("warm-up test rejects a stationary load | noise 5 % per second | -", quiet);
        StatisticsPage.quotes("warm-up test rejects a stationary load | noise 10 % per second | -", noisy);
    }

    @Test
    void aRiseOfTwoPercentASecondIsSeldomAccepted() throws Exception {
        double accepted = StatisticsPage.rate(RUNS, 16, random -> holds(random, 0.05, 0.02));

        assertThat(accepted).isLessThan(0.1);
        StatisticsPage.quotes("warm-up test accepts a rise of 2 % per second | noise 5 % per second | -", accepted);
    }

    private static double misses(long seed, double autocorrelation) {
        return StatisticsPage.rate(RUNS, seed, random -> {
            Throughput throughput = Throughput.of(seconds(random, SECONDS, autocorrelation, 0.05, 0));
            return throughput.low() > 1000 || throughput.high() < 1000;
        });
    }

    private static boolean holds(Random random, double noise, double rise) {
        return Stationarity.holds(Arrays.stream(seconds(random, Stationarity.SHOWN_BY, 0, noise, rise))
                .boxed()
                .toList());
    }

    /** A first-order autoregressive series around 1,000 operations per second. */
    private static double[] seconds(Random random, int count, double autocorrelation, double noise, double rise) {
        double[] seconds = new double[count];
        double state = random.nextGaussian();
        for (int i = 0; i < count; i++) {
            seconds[i] = 1000 * (1 + rise * i + noise * state);
            state = autocorrelation * state + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
        }
        return seconds;
    }
}
