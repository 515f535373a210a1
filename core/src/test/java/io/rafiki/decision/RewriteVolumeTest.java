package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.ChangeCost;
import io.rafiki.node.TableFiles;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Expected values by the source of Cassandra 5.0.9; {@code RewriteIT} compares some with a node. */
class RewriteVolumeTest {

    private static final long MIB = 1 << 20;

    @Test
    void leveledRewritesAllFilesInOneCompaction() {
        assertThat(rounds("SizeTiered", "Leveled", 300, 80, 20)).containsExactly(List.of(400 * MIB));
    }

    /** Level 0 gives 32 files at most to one compaction, which includes all of level 1. */
    @Test
    void leveledRewritesTheFirstFilesAgainIfThereAreManyOfThem() {
        assertThat(RewriteVolume.of(
                                change("SizeTiered", "Leveled"),
                                List.of(TableFiles.of(Collections.nCopies(40, 10 * MIB))))
                        .rounds())
                .containsExactly(List.of(320 * MIB), List.of(400 * MIB));
    }

    @Test
    void sizeTieredLeavesFewerThanFourSimilarFilesAlone() {
        assertThat(rounds("Leveled", "SizeTiered", 160, 160, 160)).isEmpty();
        assertThat(rounds("Leveled", "SizeTiered", 160, 160, 160, 160)).containsExactly(List.of(640 * MIB));
        assertThat(rounds("Leveled", "SizeTiered", 160, 160, 160, 500)).isEmpty();
    }

    @Test
    void sizeTieredCompactsItsResultsWithSimilarFiles() {
        assertThat(rounds("Leveled", "SizeTiered", 100, 100, 100, 100, 400, 400, 420))
                .containsExactly(List.of(400 * MIB), List.of(1_620 * MIB));
    }

    @Test
    void unifiedCompactsALevelThatHasEnoughFiles() {
        assertThat(rounds("SizeTiered", "Unified(T4)", 40, 40, 40)).isEmpty();
        assertThat(rounds("SizeTiered", "Unified(T4)", 40, 40, 40, 40)).containsExactly(List.of(160 * MIB));
        assertThat(rounds("SizeTiered", "Unified(L4)", 40, 40, 300)).containsExactly(List.of(80 * MIB));
        assertThat(rounds("Leveled", "Unified(L4)", 160, 160, 160))
                .as("one run")
                .isEmpty();
    }

    /** The levels end at 3.1 and 12.4 times the size of a flush: with 40 MiB at 124 and 496 MiB. */
    @Test
    void theLevelsOfUnifiedFollowTheSizeOfTheFlushes() {
        List<Long> files = List.of(30 * MIB, 210 * MIB, 450 * MIB);
        Change unified = change("SizeTiered", "Unified(L4)");
        assertThat(RewriteVolume.of(unified, List.of(TableFiles.of(files))).rounds())
                .isEmpty();
        TableFiles known = new TableFiles(files, OptionalDouble.of(40 * MIB));
        assertThat(RewriteVolume.of(unified, List.of(known)).rounds()).containsExactly(List.of(660 * MIB));
        assertThat(RewriteVolume.of(unified, List.of(known), -1).bytes())
                .as("the border passes 450 MiB")
                .isZero();
    }

    @Test
    void tablesAreCompactedInParallel() {
        RewriteVolume two = RewriteVolume.of(
                change("SizeTiered", "Leveled"),
                List.of(TableFiles.of(List.of(100 * MIB)), TableFiles.of(List.of(300 * MIB))));
        assertThat(two.rounds()).containsExactly(List.of(100 * MIB, 300 * MIB));
        assertThat(two.seconds(10 * MIB, 1, OptionalDouble.empty())).isCloseTo(40, within(0.1));
        assertThat(two.seconds(10 * MIB, 2, OptionalDouble.empty()))
                .as("the longer one decides")
                .isCloseTo(30, within(0.1));
        assertThat(two.seconds(10 * MIB, 2, OptionalDouble.of(10 * MIB))).isCloseTo(40, within(0.1));
    }

    @Test
    void aChangeOfScalingParametersRewritesNothing() {
        Change scaling = new Change("compaction", "Unified(T4)", "Unified(L4)", ChangeCost.NEW_DATA);
        assertThat(RewriteVolume.of(scaling, List.of(TableFiles.of(List.of(MIB, MIB))))
                        .rounds())
                .isEmpty();
    }

    private static List<List<Long>> rounds(String from, String to, int... mebibytes) {
        List<Long> files = Arrays.stream(mebibytes).mapToObj(size -> size * MIB).toList();
        return RewriteVolume.of(change(from, to), List.of(TableFiles.of(files))).rounds();
    }

    private static Change change(String from, String to) {
        return new Change("compaction", from, to, ChangeCost.REWRITES_DATA);
    }
}
