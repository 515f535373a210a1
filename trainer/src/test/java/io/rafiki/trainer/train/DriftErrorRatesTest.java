package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Calibration;
import io.rafiki.trainer.statistics.StatisticsPage;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulated error rates of drift correction and of the calibrated deviation. */
class DriftErrorRatesTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final KnobSpace SPACE =
            new KnobSpace(List.of(new IntegerKnob("concurrent_reads", "threads", 8, 64, Map.of(), 32)));
    private static final double NOISE = 0.05;

    @Test
    void aMachineWithoutDriftIsSeldomCorrected() throws Exception {
        double corrected = StatisticsPage.rate(4_000, 31, random -> isShown(campaign(random, 1, 0, 0)));

        assertThat(corrected).isBetween(0.035, 0.065);
        StatisticsPage.quotes(
                "drift correction without drift | one session, 18 baseline trials, noise 5 % | 5 %", corrected);
    }

    /** Two tests of 5 % each: levels, then the slope. */
    @Test
    void sessionsThatDoNotDifferAreSeldomCorrected() throws Exception {
        double corrected = StatisticsPage.rate(1_000, 32, random -> isShown(campaign(random, 3, 0, 0)));

        assertThat(corrected).isBetween(0.06, 0.13);
        StatisticsPage.quotes(
                "drift correction without drift | three sessions of 18 baseline trials, noise 5 % | 9.8 %", corrected);
    }

    @Test
    void aDriftOfFivePercentAnHourIsMostlyCorrected() throws Exception {
        double missed = StatisticsPage.rate(1_000, 33, random -> !isShown(campaign(random, 1, 0.05, 0)));

        assertThat(missed).isLessThan(0.5);
        StatisticsPage.quotes(
                "drift correction misses a drift | 5 % per hour, 18 trials in 1.7 hours, noise 5 % | -", missed);
    }

    @Test
    void aSessionThatDiffersByATenthIsMostlyCorrected() throws Exception {
        double missed = StatisticsPage.rate(200, 34, random -> !isShown(campaign(random, 2, 0, 0.1)));

        assertThat(missed).isLessThan(0.1);
        StatisticsPage.quotes(
                "drift correction misses a session | 10 % faster, 18 baseline trials each, noise 5 % | -", missed);
    }

    /** Four networks held each sample out; all share an error of 8 %, each adds 4 % of its own. */
    @Test
    void theCalibratedDeviationCoversTheTruth() throws Exception {
        Random random = new Random(35);
        int outside = 0;
        int total = 0;
        for (int ensemble = 0; ensemble < 200; ensemble++) {
            int samples = 200;
            double[] values = new double[samples];
            double[][] networks = new double[4][samples];
            for (int s = 0; s < samples; s++) {
                double truth = 1000 + 40 * random.nextInt(100);
                values[s] = truth * (1 + NOISE * random.nextGaussian());
                double common = 0.08 * random.nextGaussian();
                for (double[] network : networks) {
                    network[s] = truth * (1 + common + 0.04 * random.nextGaussian());
                }
            }
            double scale = new HeldOutPredictions(List.of(networks), values)
                    .calibration(14, new Calibration(1, NOISE, 0))
                    .scale();
            for (int s = 0; s < 100; s++) {
                outside += isOutside(random, scale) ? 1 : 0;
                total++;
            }
        }

        assertThat(outside / (double) total).isBetween(0.03, 0.09);
        StatisticsPage.quotes(
                "two calibrated deviations miss the truth | 14 networks, 200 trials | 5 %", outside / (double) total);
    }

    @Test
    void anOrdinaryTrialIsSeldomCalledStrange() throws Exception {
        double named = StatisticsPage.rate(1_000, 36, random -> {
            double[] values = new double[264];
            double[] predictions = new double[264];
            for (int s = 0; s < values.length; s++) {
                predictions[s] = 1000 + 40 * random.nextInt(100);
                values[s] = predictions[s] * (1 + 0.07 * random.nextGaussian());
            }
            return !new HeldOutPredictions(List.of(predictions), values)
                    .outliers()
                    .isEmpty();
        });

        assertThat(named).isLessThan(0.1);
        StatisticsPage.quotes("outlier rule names a trial | 264 normal errors | 1.7 %", named);
    }

    private static boolean isOutside(Random random, double scale) {
        double common = 0.08 * random.nextGaussian();
        double sum = 0;
        double squares = 0;
        for (int network = 0; network < 14; network++) {
            double error = common + 0.04 * random.nextGaussian();
            sum += error;
            squares += error * error;
        }
        double mean = sum / 14;
        double spread = Math.sqrt((squares - 14 * mean * mean) / 13);
        return Math.abs(mean) > 2 * scale * spread;
    }

    private static boolean isShown(List<Trial> trials) {
        return DriftCorrection.ofThroughput(trials, trials).isShown();
    }

    /** Sessions a day apart; in each, nine trials of the baseline at each of two read ratios, one every six minutes. */
    private static List<Trial> campaign(Random random, int sessions, double hourly, double step) {
        List<Trial> trials = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            for (int i = 0; i < 18; i++) {
                double throughput = (i % 2 == 0 ? 5000 : 3000)
                        * Math.exp(hourly * i / 10.0 + step * session + NOISE * random.nextGaussian());
                trials.add(Lines.measured(
                        new PlannedTrial(
                                Workload.ofReadRatio(i % 2 == 0 ? 0.1 : 0.9), SPACE.defaults(), 9 * session + i / 2),
                        throughput,
                        BEGIN.plusSeconds(86_400L * session + 360L * i).toString()));
            }
        }
        return trials;
    }
}
