package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers of sstables that trials of the shipped campaign have recorded. */
class DebtTrendTest {

    /** Unified(L4) at 3 % reads: 10,112 ops/s in 160 s, and 2,051 ops/s after twenty minutes. */
    @Test
    void sstablesThatCompactionsLeaveAreGrowth() {
        assertThat(isGrowing(51, 60, 52, 42, 34, 41, 59, 63, 67, 86, 105, 123, 130, 117, 122, 140))
                .isTrue();
    }

    @Test
    void theSawToothOfCompactionsIsNoGrowth() {
        assertThat(isGrowing(9, 8, 12, 12, 11, 10, 10, 10, 13, 13, 12, 10, 11, 13, 13, 16))
                .as("SizeTiered")
                .isFalse();
        assertThat(isGrowing(11, 15, 10, 10, 13, 12, 15, 14, 9, 12, 12, 11, 14, 17, 20, 16))
                .as("SizeTiered, again")
                .isFalse();
        assertThat(isGrowing(11, 13, 11, 13, 15, 16, 15, 18, 14, 13, 13, 16, 13, 11))
                .as("Unified(L10)")
                .isFalse();
    }

    @Test
    void aFewMoreSstablesAreNoGrowth() {
        assertThat(isGrowing(1, 1, 2, 2, 3, 3, 4, 4, 4)).isFalse();
        assertThat(isGrowing(1, 1, 1, 2, 3, 4, 5, 5, 5)).isTrue();
    }

    @Test
    void withoutSamplesThereIsNoGrowth() {
        assertThat(isGrowing()).isFalse();
        assertThat(isGrowing(1, 9)).isFalse();
    }

    private static boolean isGrowing(long... sstables) {
        List<DebtSample> samples = new ArrayList<>();
        for (long number : sstables) {
            samples.add(new DebtSample(
                    5 * samples.size(),
                    TrialPhase.MEASUREMENT,
                    1L,
                    0L,
                    number,
                    2.0,
                    300L,
                    0L,
                    0L,
                    0L,
                    0L,
                    null,
                    null,
                    null,
                    null));
        }
        return DebtTrend.isGrowing(samples);
    }
}
