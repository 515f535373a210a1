package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.surrogate.Calibration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Made-up networks whose common and own errors are known. */
class HeldOutPredictionsTest {

    private static final int SAMPLES = 4000;
    private static final double COMMON = 0.08;
    private static final double OWN = 0.04;
    private static final double NOISE = 0.05;
    private static final int EACH = 4;

    private final Random random = new Random(17);
    private final double[] values = new double[SAMPLES];

    @Test
    void findsTheScaleFromTheSpreadToTheErrorWithoutTheNoise() {
        Calibration found = heldOut().calibration(14, new Calibration(1, NOISE, 0));
        double error = Math.sqrt(COMMON * COMMON + OWN * OWN / 14);
        assertThat(found.scale()).isCloseTo(error / OWN, within(0.1));
        assertThat(found.relativeNoise()).isEqualTo(NOISE);
    }

    @Test
    void aFewWildMeasurementsDoNotDecide() {
        double before = heldOut().calibration(14, new Calibration(1, NOISE, 0)).scale();
        List<double[]> networks = networks();
        for (int s = 0; s < SAMPLES; s += 100) {
            values[s] *= 20;
        }
        HeldOutPredictions wild = new HeldOutPredictions(networks, values);
        assertThat(wild.calibration(14, new Calibration(1, NOISE, 0)).scale()).isLessThan(1.25 * before);
        List<Integer> multiplied =
                IntStream.range(0, SAMPLES / 100).mapToObj(i -> 100 * i).toList();
        assertThat(wild.outliers()).containsAll(multiplied).hasSizeLessThan(SAMPLES / 100 + 10);
    }

    @Test
    void neverMakesTheSpreadSmaller() {
        assertThat(heldOut().calibration(14, new Calibration(1, 0.5, 0)).scale())
                .isEqualTo(1);
    }

    @Test
    void errorsLimitTheNoise() {
        Calibration real = new Calibration(1, NOISE, 0);
        assertThat(heldOut().atMost(real)).isEqualTo(real);
        double rest = COMMON * COMMON + OWN * OWN / EACH + NOISE * NOISE - OWN * OWN;
        assertThat(heldOut().atMost(new Calibration(1, 0.5, 0)).relativeNoise())
                .isCloseTo(Math.sqrt(rest), within(0.01));
    }

    @Test
    void theIntervalOfTheErrorHoldsTheTrueError() {
        HeldOutPredictions heldOut = heldOut();
        double deviation = Math.sqrt(COMMON * COMMON + OWN * OWN / EACH + NOISE * NOISE);
        double expected = deviation * Math.sqrt(2 / Math.PI);
        assertThat(heldOut.error()).isCloseTo(expected, within(2 * heldOut.halfInterval()));
        assertThat(heldOut.halfInterval()).isLessThan(0.1 * expected);
    }

    @Test
    void reportsNoErrorWithoutHeldOutSamples() {
        double[] none = new double[SAMPLES];
        Arrays.fill(none, Double.NaN);
        HeldOutPredictions heldOut = new HeldOutPredictions(List.of(none), values);
        assertThat(heldOut.error()).isInfinite();
        assertThat(heldOut.outliers()).isEmpty();
        assertThat(heldOut.calibration(1, Calibration.NONE)).isEqualTo(Calibration.NONE);
        Calibration noise = new Calibration(1, NOISE, 3);
        assertThat(heldOut.atMost(noise)).isEqualTo(noise);
    }

    private HeldOutPredictions heldOut() {
        List<double[]> networks = networks();
        return new HeldOutPredictions(networks, values);
    }

    /** Predictions of as many networks as see each sample, relative errors Gaussian; fills the values. */
    private List<double[]> networks() {
        List<double[]> networks = new ArrayList<>();
        for (int m = 0; m < EACH; m++) {
            networks.add(new double[SAMPLES]);
        }
        for (int s = 0; s < SAMPLES; s++) {
            double truth = 1000 * (1 + random.nextInt(50));
            values[s] = truth * (1 + NOISE * random.nextGaussian());
            double common = COMMON * random.nextGaussian();
            for (double[] network : networks) {
                network[s] = truth * (1 + common + OWN * random.nextGaussian());
            }
        }
        return networks;
    }
}
