package io.rafiki.benchmark.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.benchmark.result.PairedComparison.Difference;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairedComparisonTest {

    /** Table A3 of Conover: with 8 pairs the whole range holds the median in 99.2 %, with 12 the third to the tenth in 96.1 %. */
    @Test
    void leavesOutAsManyAsTheSignTestAllows() {
        assertThat(differences(8)).extracting(Difference::low, Difference::high).containsExactly(1.0, 8.0);
        assertThat(differences(12))
                .extracting(Difference::low, Difference::high)
                .containsExactly(3.0, 10.0);
        assertThat(differences(3)).extracting(Difference::low, Difference::high).containsExactly(1.0, 3.0);
        assertThat(differences(1)).extracting(Difference::low, Difference::high).containsExactly(1.0, 1.0);
    }

    @Test
    void judgesWithinThePairNotAcrossThem() {
        PairedComparison pairs = new PairedComparison(List.of(9.0, 5.0, 20.0), List.of(9.2, 5.3, 20.1));
        assertThat(pairs.difference().median()).isCloseTo(0.2, within(1e-9));
        assertThat(pairs.base()).isEqualTo(9);
    }

    @Test
    void refusesHalfAPair() {
        assertThatThrownBy(() -> new PairedComparison(List.of(1.0, 2.0), List.of(1.0)))
                .hasMessageContaining("found 2 and 1");
    }

    /** The first node is faster, and the machine becomes faster. Each node runs with the treatment in another half of a pair. */
    @Test
    void theMeanOfTwoNodesExcludesTheirDifferenceAndDrift() {
        PairedComparison first = new PairedComparison(List.of(200.0, 240.0), List.of(220.0, 264.0));
        PairedComparison second = new PairedComparison(List.of(110.0, 132.0), List.of(100.0, 120.0));
        ConfidenceInterval share = first.mean(second).share();
        assertThat(share.mean()).as("no effect").isCloseTo(0, within(1e-12));
        assertThatThrownBy(() -> first.mean(new PairedComparison(List.of(1.0), List.of(1.0))))
                .hasMessageContaining("found 2 and 1");
    }

    private static Difference differences(int n) {
        List<Double> with =
                IntStream.rangeClosed(1, n).mapToObj(i -> (double) i).toList();
        return new PairedComparison(Collections.nCopies(n, 0.0), with).difference();
    }

    /** By hand, with the 0.975 quantile of Student's distribution with two degrees of freedom from a table. */
    @Test
    void sharesAreGeometricMeansWithStudentsInterval() {
        ConfidenceInterval share =
                new PairedComparison(List.of(100.0, 100.0, 100.0), List.of(110.0, 99.0, 104.0)).share();
        assertThat(share.mean()).isCloseTo(Math.cbrt(1.10 * 0.99 * 1.04) - 1, within(1e-12));
        assertThat(Math.log1p(share.high()) - Math.log1p(share.mean()))
                .as("4.302653 standard errors with two degrees of freedom")
                .isCloseTo(4.302653 * error(0.0953102, -0.0100503, 0.0392207), within(1e-5));
        assertThat(Math.log1p(share.mean()) - Math.log1p(share.low()))
                .isCloseTo(Math.log1p(share.high()) - Math.log1p(share.mean()), within(1e-12));
        assertThatThrownBy(() -> new PairedComparison(List.of(1.0), List.of(1.0)).share())
                .hasMessageContaining("at least 2");
    }

    /** Standard error of the mean of three. */
    private static double error(double a, double b, double c) {
        double mean = (a + b + c) / 3;
        double squares = (a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean);
        return Math.sqrt(squares / 2 / 3);
    }
}
