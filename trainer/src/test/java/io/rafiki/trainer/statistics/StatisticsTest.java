package io.rafiki.trainer.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    /** Adjusted by hand: 0.01 x 4, 0.02 x 3, 0.03 x 2, and 0.04 that may not come before 0.03. */
    @Test
    void holmAdjustsFromTheLeast() {
        assertThat(Holm.adjusted(new double[] {0.04, 0.01, 0.03, 0.02}))
                .containsExactly(new double[] {0.06, 0.04, 0.06, 0.06}, within(1e-12));
        assertThat(Holm.adjusted(new double[] {0.9, 0.6})).containsExactly(1, 1);
        assertThat(Holm.adjusted(new double[0])).isEmpty();
    }

    /** By hand: the slope is 0, the variance of the residuals 4 / 2, that of three slopes 9 x 12 x 2 / (4^3 - 4), times 5 / 3. */
    @Test
    void theErrorOfAChangeExceedsThatOfLeastSquares() {
        assertThat(TheilSen.errorOfChange(new double[] {1, -1, -1, 1}))
                .isEqualTo(Math.sqrt(3.6 * 5 / 3), within(1e-12));
    }

    @Test
    void intervalIsStudents() {
        double[] repeats = {5.1, 4.9, 5.6, 5.8, 4.6};
        ConfidenceInterval interval = ConfidenceInterval.of(repeats);
        // t(0.975, 4) = 2.776445, from the tables
        double half = 2.776445 * Math.sqrt(StatUtils.variance(repeats) / 5);
        assertThat(interval.mean()).isEqualTo(5.2, within(1e-12));
        assertThat(interval.low()).isEqualTo(5.2 - half, within(1e-6));
        assertThat(interval.high()).isEqualTo(5.2 + half, within(1e-6));
        assertThat(ConfidenceInterval.of(new double[] {3, Double.NaN}))
                .isEqualTo(new ConfidenceInterval(3, Double.NaN, Double.NaN));
        assertThat(ConfidenceInterval.of(new double[] {Double.NaN}).mean()).isNaN();
    }

    @Test
    void anIntervalMayBeReadOnAnotherScale() {
        ConfidenceInterval interval = ConfidenceInterval.of(2, 0.5, 4);
        // t(0.975, 4) = 2.776445, from the tables
        assertThat(interval.half()).isEqualTo(2.776445 * 0.5, within(1e-6));
        assertThat(interval.on(Math::exp).high()).isEqualTo(Math.exp(interval.high()));
        assertThat(interval.negated()).isEqualTo(new ConfidenceInterval(-2, -interval.high(), -interval.low()));
    }

    /** Of ten values, the second and the ninth: 1 - 2 (1 + 10) / 2^10 = 97.9 %, while the third and the eighth hold 89.1 %. */
    @Test
    void intervalOfTheMedianIsBetweenTwoOfItsValues() {
        assertThat(Median.interval(7, 3, 10, 1, 9, 2, 8, 4, 6, 5)).isEqualTo(new ConfidenceInterval(5.5, 2, 9));
        assertThat(Median.interval(6, 1, 2, 5, 3, 4)).isEqualTo(new ConfidenceInterval(3.5, 1, 6));
        assertThat(Median.interval(1, 2, 3, 4, 5)).isEqualTo(new ConfidenceInterval(3, Double.NaN, Double.NaN));
        assertThat(Median.interval().mean()).isNaN();
    }

    /** Squares of 0.1 and 0.1 with one degree of freedom. */
    @Test
    void aGroupWithTheMeanZeroHasNoRelativeNoise() {
        ReplicateNoise noise = ReplicateNoise.relative(List.of(new double[2], new double[] {90, 110}));
        assertThat(noise.deviation()).isEqualTo(Math.sqrt(0.02), within(1e-12));
        assertThat(noise.degrees()).isEqualTo(1);
    }

    @Test
    void medianIsInTheMiddle() {
        assertThat(Median.of(3, 1, 2)).isEqualTo(2);
        assertThat(Median.of(4, 1, 2, Double.POSITIVE_INFINITY)).isEqualTo(3);
        assertThat(Median.of(1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY))
                .isInfinite();
        assertThat(Median.of()).isNaN();
    }
}
