package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.junit.jupiter.api.Test;

class DriftTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final KnobSpace SPACE =
            new KnobSpace(List.of(new IntegerKnob("concurrent_reads", "threads", 8, 64, Map.of(), 32)));

    /** The same line by another road: least squares with an indicator for each read ratio (commons-math3). */
    @Test
    void isTheSlopeOfLeastSquaresWithALevelForEachReadRatio() {
        List<Trial> trials = campaign(-0.1, 0.02, 9);
        Drift drift = Drift.of(trials, trials, DriftTest::throughput);
        double[] y = new double[trials.size()];
        double[][] x = new double[trials.size()][];
        for (int i = 0; i < y.length; i++) {
            y[i] = Math.log(throughput(trials.get(i)));
            x[i] = new double[] {hours(trials.get(i)), trials.get(i).workload().readRatio() > 0.5 ? 1 : 0};
        }
        OLSMultipleLinearRegression line = new OLSMultipleLinearRegression();
        line.newSampleData(y, x);
        assertThat(drift.hourly()).isCloseTo(line.estimateRegressionParameters()[1], within(1e-9));
        assertThat(drift.freedom()).isEqualTo(trials.size() - 3);
        assertThat(drift.isShown()).isTrue();
    }

    @Test
    void whatIsShownIsTakenOutAndNothingElse() {
        List<Trial> trials = campaign(-0.1, 0, 9);
        Drift drift = Drift.of(trials, trials, DriftTest::throughput);
        assertThat(trials.stream()
                        .filter(trial -> trial.workload().readRatio() < 0.5)
                        .map(trial -> drift.corrected(throughput(trial), trial)))
                .allSatisfy(value -> assertThat(value).isCloseTo(5000 * Math.exp(-0.1 * 0.85), within(1.0)));
        assertThat(drift.rate()).isEqualTo("-9.5 % an hour");
        assertThat(drift.sentence())
                .startsWith(
                        "the machine drifted by -9.5 % an hour (p = 0.000, 18 trials of the default configuration);");
    }

    /** Of tests at 5 % some 5 % err: 40 seeds of pure noise. */
    @Test
    void noiseIsNotTakenForDrift() {
        int shown = 0;
        for (int seed = 0; seed < 40; seed++) {
            List<Trial> trials = campaign(0, 0.05, seed);
            Drift drift = Drift.of(trials, trials, DriftTest::throughput);
            shown += drift.isShown() ? 1 : 0;
            if (!drift.isShown()) {
                assertThat(drift.corrected(123, trials.get(0))).isEqualTo(123);
                assertThat(drift.sentence()).startsWith("no drift of the machine is shown (");
            }
        }
        assertThat(shown).isLessThanOrEqualTo(6);
    }

    @Test
    void fewTrialsTellNothing() {
        List<Trial> trials = campaign(-0.5, 0, 9).subList(0, 7);
        Drift drift = Drift.of(trials, trials, DriftTest::throughput);
        assertThat(drift.isShown()).isFalse();
        assertThat(drift.sentence()).startsWith("drift of the machine cannot be told from 7 trials");
    }

    /** Nine trials at each of two read ratios, one every six minutes. */
    private static List<Trial> campaign(double hourly, double noise, long seed) {
        Random random = new Random(seed);
        Configuration usual = SPACE.defaults();
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            double readRatio = i % 2 == 0 ? 0.1 : 0.9;
            double throughput =
                    (i % 2 == 0 ? 5000 : 3000) * Math.exp(hourly * i / 10.0 + noise * random.nextGaussian());
            trials.add(Lines.measured(
                    new PlannedTrial(readRatio, usual, i / 2),
                    throughput,
                    BEGIN.plusSeconds(360L * i).toString()));
        }
        return trials;
    }

    private static double throughput(Trial trial) {
        return trial.throughput().mean();
    }

    private static double hours(Trial trial) {
        return (Instant.parse(trial.timing().startedAt()).toEpochMilli() - BEGIN.toEpochMilli()) / 3.6e6;
    }
}
