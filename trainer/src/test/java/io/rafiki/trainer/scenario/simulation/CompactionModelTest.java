package io.rafiki.trainer.scenario.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** One compaction rewrites 40 MiB/s with a processor to itself, and a pending task is 160 MiB. */
class CompactionModelTest {

    private static final double MIB = 1 << 20;
    private static final CompactionProfile TWICE = new CompactionProfile(2, 3);

    private final CompactionModel data = new CompactionModel(1_600 * MIB);

    @Test
    void flushedBytesAreRewrittenByTheStrategysFactor() {
        data.flushed(800 * MIB, 0.5, TWICE);
        assertThat(data.liveBytes()).as("half of the rows are new").isEqualTo(2_000 * MIB);
        assertThat(data.pending()).as("2 x 800 / 160").isEqualTo(10);
    }

    @Test
    void aRewriteOfAllDataLastsAsLongAsItsBytesTake() {
        data.rewriteAll();
        assertThat(data.pending()).isEqualTo(10);
        assertThat(data.work(20, 2, 0)).as("two compactors use two processors").isCloseTo(2, within(1e-9));
        assertThat(data.pending()).isZero();
        assertThat(data.work(1, 2, 0)).isZero();
    }

    @Test
    void aThrottleBoundsAllCompactorsTogether() {
        data.rewriteAll();
        assertThat(data.work(10, 4, 16 * MIB)).as("16 of 40 MiB/s").isCloseTo(0.4, within(1e-9));
        assertThat(data.pending()).as("(1,600 - 160) / 160").isEqualTo(9);
    }

    @Test
    void readsOpenMoreSstablesWhileCompactionsAreBehind() {
        assertThat(data.sstablesPerRead(TWICE)).isEqualTo(3);
        data.rewriteAll();
        assertThat(data.sstablesPerRead(TWICE)).as("1,600 / 640 more").isCloseTo(5.5, within(1e-9));
    }

    @Test
    void profilesFollowTheScaleOfUnifiedCompaction() {
        assertThat(CompactionProfile.named("Unified(T8)").writeAmplification()).isEqualTo(2.5);
        assertThat(CompactionProfile.named("Unified(L8)").writeAmplification()).isCloseTo(7.8, within(1e-9));
        assertThat(CompactionProfile.named("Unified(L8)").sstablesPerRead())
                .as("leveled data need fewer sstables per read")
                .isLessThan(CompactionProfile.named("Unified(N)").sstablesPerRead())
                .isLessThan(CompactionProfile.named("Unified(T8)").sstablesPerRead());
    }
}
