package io.rafiki.trainer.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.stat.inference.TestUtils;
import org.junit.jupiter.api.Test;

class SeriesMeanTest {

    /** Values that alternate, so that neighbours are not positively correlated. */
    private static final double[] ONE = {10, 14, 9, 15, 11, 13, 10, 16};

    private static final double[] OTHER = {6, 19, 7, 18, 5, 20};

    @Test
    void independentValuesHaveStudentsInterval() {
        assertThat(SeriesMean.of(ONE, 2).interval()).isEqualTo(ConfidenceInterval.of(ONE));
    }

    /** Two levels of four values each: the lag-1 autocorrelation is 5/8, so eight values count as 8 (3/8) / (13/8) = 1.85, at least 2. */
    @Test
    void correlatedValuesCountLess() {
        SeriesMean steps = SeriesMean.of(new double[] {1, 1, 1, 1, 3, 3, 3, 3}, 2);
        assertThat(steps.freedom()).isEqualTo(1);
        assertThat(steps.standardError()).isCloseTo(Math.sqrt(8 / 7.0 / 2), within(1e-12));
    }

    /** The upper end of a two-sided 95 % interval is a one-sided bound at 97.5 %. */
    @Test
    void theUpperBoundIsOneSided() {
        SeriesMean mean = SeriesMean.of(ONE, 2);
        assertThat(mean.upper(0.975)).isCloseTo(mean.interval().high(), within(1e-9));
    }

    /** A difference at a limit of its interval has the p-value 0.05 of Welch's test, as commons-math computes it. */
    @Test
    void theDifferenceIsWelchs() {
        ConfidenceInterval difference = SeriesMean.of(ONE, 2).minus(SeriesMean.of(OTHER, 2));
        double[] shifted =
                Arrays.stream(OTHER).map(value -> value + difference.high()).toArray();
        assertThat(TestUtils.tTest(ONE, shifted)).isCloseTo(0.05, within(1e-9));
    }

    /** With a small error, the relative difference is the absolute one divided by the other mean. */
    @Test
    void theRelativeDifferenceIsThatOfTheLogarithms() {
        double[] more = {1_101, 1_099, 1_101, 1_099, 1_101, 1_099};
        double[] less = {1_001, 999, 1_001, 999, 1_001, 999};
        ConfidenceInterval gain = SeriesMean.of(more, 2).over(SeriesMean.of(less, 2));
        ConfidenceInterval difference = SeriesMean.of(more, 2).minus(SeriesMean.of(less, 2));
        assertThat(gain.mean()).isCloseTo(0.1, within(1e-12));
        assertThat(gain.half()).isCloseTo(difference.half() / 1_000, within(1e-4));
    }

    @Test
    void partsCountByTheirLength() {
        SeriesMean both = SeriesMean.of(List.of(ONE, OTHER));
        assertThat(both.mean())
                .isCloseTo((Arrays.stream(ONE).sum() + Arrays.stream(OTHER).sum()) / 14, within(1e-12));
        double one = SeriesMean.of(ONE, 2).standardError() * 8 / 14;
        double other = SeriesMean.of(OTHER, 2).standardError() * 6 / 14;
        assertThat(both.standardError()).isCloseTo(Math.hypot(one, other), within(1e-12));
    }

    @Test
    void oneValueHasNoError() {
        assertThatThrownBy(() -> SeriesMean.of(new double[] {1}, 2))
                .hasMessage("series: expected at least 2 values, found 1");
    }
}
