package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random loads come from a seeded generator; a failure names its seed. */
class ChangeTestTest {

    private static final long SEED = 20261121;
    private static final ChangeTest TEST = ChangeTest.STANDARD;

    @Test
    void neverFiresOnSamplingNoise() {
        SplittableRandom random = new SplittableRandom(SEED);
        int fired = 0;
        for (double ratio : new double[] {0.01, 0.5, 0.9}) {
            for (int n : new int[] {40, 400, 4_000}) {
                for (int i = 0; i < 10_000 / 3; i++) {
                    fired += TEST.differs(window(random, ratio, n), window(random, ratio, n)) ? 1 : 0;
                }
            }
        }
        assertThat(fired).as("alarms in 30,000 steady windows, seed %d", SEED).isLessThanOrEqualTo(2);
    }

    @Test
    void aPlainTestOfEqualityWouldFireOnATrifle() {
        Window before = window(500_000, 500_000, 1);
        Window now = window(510_000, 490_000, 1);
        assertThat(new ChangeTest(0, 4).differs(before, now)).isTrue();
        assertThat(TEST.differs(before, now)).isFalse();
    }

    @Test
    void seesAStepOfATenthInAWindowOfTwoThousandOperations() {
        SplittableRandom random = new SplittableRandom(SEED);
        int seen = 0;
        for (int i = 0; i < 1_000; i++) {
            seen += TEST.differs(window(random, 0.9, 2_000), window(random, 0.8, 2_000)) ? 1 : 0;
        }
        assertThat(seen).as("of 1,000 steps, seed %d", SEED).isGreaterThan(600);
        for (int i = 0; i < 1_000; i++) {
            assertThat(TEST.differs(window(random, 0.9, 2_000), window(random, 0.7, 2_000)))
                    .as("step %d of 0.2, seed %d", i, SEED)
                    .isTrue();
        }
    }

    @Test
    void aBurstyLoadNeedsMoreEvidence() {
        Window steady = window(600, 400, 1);
        Window bursty = window(600, 400, 25);
        Window moved = window(750, 250, 1);
        assertThat(TEST.differs(steady, moved)).isTrue();
        assertThat(TEST.differs(bursty, moved)).isFalse();
        assertThat(TEST.margin(steady, moved))
                .as("the second about the ratio of both, 1,350 of 2,000, where it varies more")
                .isCloseTo(0.05 + 4 * Math.sqrt(0.6 * 0.4 / 1000 + 0.675 * 0.325 / 1000), within(0.001));
    }

    @Test
    void anEmptyWindowIsNoChange() {
        assertThat(TEST.differs(window(600, 400, 1), window(0, 0, 1))).isFalse();
        assertThat(TEST.differs(window(0, 0, 1), window(600, 400, 1))).isFalse();
    }

    @Test
    void findsWhereTheRatioMoved() {
        List<SampleInterval> slices = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            slices.add(
                    i < 18
                            ? new SampleInterval(1_000_000_000L, 900, 100, 0)
                            : new SampleInterval(1_000_000_000L, 50, 900, 50));
        }
        assertThat(TEST.shift(slices).orElseThrow().slice()).isEqualTo(18);
        assertThat(TEST.shift(slices.subList(0, 18))).isEmpty();
    }

    @Test
    void findsAMoveAmidASliceAmongFew() {
        List<SampleInterval> slices = List.of(
                new SampleInterval(1_000_000_000L, 5_200, 600, 0),
                new SampleInterval(1_000_000_000L, 4_100, 4_300, 0),
                new SampleInterval(1_000_000_000L, 1_150, 10_900, 0),
                new SampleInterval(1_000_000_000L, 1_230, 10_800, 0),
                new SampleInterval(1_000_000_000L, 1_200, 10_850, 0));
        ChangeTest.Shift shift = TEST.shift(slices).orElseThrow();
        assertThat(shift.split()).isEqualTo(1);
        assertThat(shift.slice()).isEqualTo(2);
    }

    @Test
    void aLoadThatFlickersEvenlyIsNoShift() {
        List<SampleInterval> slices = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            slices.add(
                    i % 2 == 0
                            ? new SampleInterval(1_000_000_000L, 900, 100, 0)
                            : new SampleInterval(1_000_000_000L, 100, 900, 0));
        }
        assertThat(TEST.shift(slices)).isEmpty();
    }

    @Test
    void refusesBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new ChangeTest(1.5, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("minChange=1.5");
    }

    private static Window window(SplittableRandom random, double ratio, int n) {
        int reads = 0;
        for (int i = 0; i < n; i++) {
            reads += random.nextDouble() < ratio ? 1 : 0;
        }
        return window(reads, n - reads, 1);
    }

    private static Window window(long reads, long writes, double dispersion) {
        return new Window(
                Instant.EPOCH,
                Duration.ofSeconds(30),
                reads,
                writes,
                0,
                dispersion,
                ThroughputTrend.even((reads + writes) / 30.0),
                Optional.empty());
    }
}
