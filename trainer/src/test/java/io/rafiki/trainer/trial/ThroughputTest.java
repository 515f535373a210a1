package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ThroughputTest {

    /** Alternating values have a negative autocorrelation, which changes nothing: t(0.975, 3) = 3.182446, s = 2 / sqrt(3). */
    @Test
    void independentSecondsGiveStudentsInterval() {
        Throughput throughput = Throughput.of(new double[] {1001, 999, 1001, 999});
        double half = 3.182446 * (2 / Math.sqrt(3)) / Math.sqrt(4);
        assertThat(throughput.mean()).isEqualTo(1000);
        assertThat(throughput.high()).isCloseTo(1000 + half, within(0.051));
        assertThat(throughput.low()).isCloseTo(1000 - half, within(0.051));
    }

    /**
     * 0, 0, 0, 0, 100, 100, 100, 100 about its mean of 50: the lag-1 autocorrelation is (3 - 1 + 3) / 8, so that 8 seconds tell as much
     * as 8 (1 - 5/8) / (1 + 5/8) = 24/13 independent ones, which are taken as 2: t(0.975, 1) = 12.7062.
     */
    @Test
    void secondsThatAreAlikeTellLess() {
        Throughput throughput = Throughput.of(new double[] {0, 0, 0, 0, 100, 100, 100, 100});
        double half = 12.7062 * Math.sqrt(8 * 2500 / 7.0 / 2);
        assertThat(throughput.high() - throughput.mean()).isCloseTo(half, within(0.1));
    }

    /** The interval holds the true mean 95 times in 100, for white noise. */
    @Test
    void coversTheTrueMean() {
        Random random = new Random(4);
        int covered = 0;
        for (int run = 0; run < 2000; run++) {
            Throughput throughput = Throughput.of(
                    random.doubles(30, 0, 1).map(u -> 1000 + 100 * (u - 0.5)).toArray());
            covered += throughput.low() <= 1000 && throughput.high() >= 1000 ? 1 : 0;
        }
        assertThat(covered / 2000.0).isBetween(0.94, 0.98);
    }

    @Test
    void oneSecondHasNoInterval() {
        assertThatThrownBy(() -> Throughput.of(new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 2 values, found 1");
    }

    @Test
    void theLongestStandstillIsCountedInSecondsInARow() {
        assertThat(Throughput.of(new double[] {5, 0, 0, 7, 0, 0, 0, 9, 0}).longestStall())
                .isEqualTo(3);
        assertThat(Throughput.of(new double[] {5, 6, 7}).longestStall()).isZero();
    }
}
