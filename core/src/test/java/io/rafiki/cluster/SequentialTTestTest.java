package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.inference.TTest;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.junit.jupiter.api.Test;

class SequentialTTestTest {

    private static final long SEED = 11;
    private static final int BEFORE = 30;
    private static final double LEVEL = 0.05;

    /** Numerical integration of the prior over the noncentral likelihood of t gives the same Bayes factor. */
    @Test
    void theEvidenceIsTheBayesFactorOfTheTwoSampleTest() {
        // neighbours with a negative correlation, so that each observation counts
        double[] before = {1, 3, 1, 3, 1, 3};
        double[] after = {4, 5, 4.5};
        double t = new TTest().homoscedasticT(after, before);
        SequentialTTest test = SequentialTTest.of(joined(before, after), new double[9], before.length);
        double n = 6 * 3 / 9.0;
        double freedom = 7;
        assertThat(test.effect()).isCloseTo(2.5, within(1e-12));
        assertThat(test.evidence()).isCloseTo(marginal(t, freedom, n) / likelihood(t, freedom, 0), within(1e-6));
    }

    /** With a covariate, effect and t are those of a linear regression. */
    @Test
    void theEffectIsThatOfALinearRegression() {
        double[] values = {1.1, 3.2, 0.7, 3.1, 1.2, 2.6, 4.2, 5.9, 4.6};
        double[] covariate = {0.2, 0.25, -0.3, -0.2, 0.1, 0.05, 0.6, -0.7, 0.3};
        double[][] inputs = new double[values.length][];
        for (int i = 0; i < values.length; i++) {
            inputs[i] = new double[] {covariate[i], i < 6 ? 0 : 1};
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.newSampleData(values, inputs);
        double effect = regression.estimateRegressionParameters()[2];
        double error = regression.estimateRegressionParametersStandardErrors()[2];
        SequentialTTest test = SequentialTTest.of(values, covariate, 6);
        assertThat(test.effect()).isCloseTo(effect, within(1e-12));
        // variance of the effect in variances of an observation
        double n = regression.estimateRegressionStandardError() / error;
        assertThat(test.evidence())
                .isCloseTo(marginal(effect / error, 6, n * n) / likelihood(effect / error, 6, 0), within(1e-6));
    }

    /** Nothing tells a change from a covariate that changed at the same time. */
    @Test
    void aCovariateThatChangedWithTheChangeHidesIt() {
        SequentialTTest test =
                SequentialTTest.of(new double[] {1, 1.1, 0.9, 1, 3, 3.1, 2.9}, new double[] {0, 0, 0, 0, 1, 1, 1}, 4);
        assertThat(test.evidence()).isEqualTo(1);
        assertThat(test.effect()).isZero();
    }

    /** Equal observations before the change do not show that there is no noise. */
    @Test
    void aLeastDeviationOnlyLowersTheEvidence() {
        double[] noisy = {1, 3, 1, 3, 1, 3, 4, 5, 4.5};
        SequentialTTest test = SequentialTTest.of(noisy, new double[9], 6);
        assertThat(test.withDeviation(0.1).evidence()).isEqualTo(test.evidence());
        assertThat(test.withDeviation(2).evidence()).isLessThan(test.evidence());
        assertThat(test.withDeviation(2).effect()).isEqualTo(test.effect());
        double[] equal = new double[BEFORE + 3];
        Arrays.fill(equal, BEFORE, equal.length, 0.2);
        equal[BEFORE] = 0.1;
        SequentialTTest step = SequentialTTest.of(equal, new double[equal.length], BEFORE);
        assertThat(step.rejects(LEVEL)).isTrue();
        assertThat(step.withDeviation(0.2).rejects(LEVEL)).isFalse();
    }

    private static double[] joined(double[] before, double[] after) {
        return DoubleStream.concat(DoubleStream.of(before), DoubleStream.of(after))
                .toArray();
    }

    /** The density of a noncentral t, without the factors that do not depend on the effect. */
    private static double likelihood(double t, double freedom, double shift) {
        double sum = 0;
        double step = 0.001;
        // over the chi distributed ratio of the estimated and the true deviation
        for (double y = step / 2; y < 8; y += step) {
            double chi = Math.pow(y, freedom) * Math.exp(-freedom * y * y / 2);
            double z = t * y - shift;
            sum += chi * Math.exp(-z * z / 2) * step;
        }
        return sum;
    }

    private static double marginal(double t, double freedom, double n) {
        double sum = 0;
        double step = 0.01;
        for (double effect = -8; effect <= 8; effect += step) {
            double prior = Math.exp(-effect * effect / 2) / Math.sqrt(2 * Math.PI);
            sum += prior * likelihood(t, freedom, effect * Math.sqrt(n)) * step;
        }
        return sum;
    }

    /** Canaries without effect, read after each of 120 windows. */
    @Test
    void falseVerdictsStayBelowTheLevelAtAnyTime() {
        assertThat(rejected(1_000, 120, 0, 0.05, 0))
                .as("of 1,000, seed %d", SEED)
                .isLessThanOrEqualTo(50);
    }

    /** Neighbouring windows with a correlation of 0.3. */
    @Test
    void correlatedWindowsDoNotCauseFalseVerdicts() {
        assertThat(rejected(1_000, 120, 0, 0.05, 0.3))
                .as("of 1,000, seed %d", SEED)
                .isLessThanOrEqualTo(50);
    }

    /** Windows with a deviation of 4 %. */
    @Test
    void aLossOfTenPercentIsFoundWithinTenWindows() {
        assertThat(rejected(1_000, 10, 0.1, 0.04, 0))
                .as("of 1,000, seed %d", SEED)
                .isGreaterThanOrEqualTo(900);
    }

    private static int rejected(int canaries, int windows, double effect, double deviation, double correlation) {
        Random random = new Random(SEED);
        int rejected = 0;
        for (int i = 0; i < canaries; i++) {
            double[] noise = noise(random, BEFORE + windows, deviation, correlation);
            for (int w = BEFORE; w < noise.length; w++) {
                noise[w] += effect;
            }
            boolean any = false;
            for (int w = 1; w <= windows && !any; w++) {
                double[] values = Arrays.copyOf(noise, BEFORE + w);
                any = SequentialTTest.of(values, new double[values.length], BEFORE)
                        .rejects(LEVEL);
            }
            rejected += any ? 1 : 0;
        }
        return rejected;
    }

    private static double[] noise(Random random, int count, double deviation, double correlation) {
        double[] noise = new double[count];
        double fresh = Math.sqrt(1 - correlation * correlation);
        for (int i = 0; i < count; i++) {
            double before = i == 0 ? random.nextGaussian() : noise[i - 1] / deviation;
            noise[i] = deviation * (correlation * before + fresh * random.nextGaussian());
        }
        return noise;
    }

    @Test
    void twoWindowsBeforeTheChangeAreTooFew() {
        assertThatThrownBy(() -> SequentialTTest.of(new double[] {1, 2}, new double[2], 2))
                .hasMessage("canary: expected at least 3 windows before the change, found 2");
    }
}
