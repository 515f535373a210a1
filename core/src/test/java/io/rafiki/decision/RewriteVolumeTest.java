package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.ChangeCost;
import io.rafiki.node.DataDisk;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.TableFiles;
import io.rafiki.node.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Levels end at 3.1, 12.4 and 49.6 times the size of a flush. With 40 MiB 210 and 450 MiB are in one level, with 30 MiB in two. */
    @Test
    void theLevelsOfUnifiedFollowTheSizeOfTheFlushes() {
        List<Long> files = List.of(30 * MIB, 210 * MIB, 450 * MIB);
        Change unified = change("SizeTiered", "Unified(L4)");
        assertThat(RewriteVolume.of(unified, List.of(new TableFiles(files, 30 * MIB)))
                        .rounds())
                .isEmpty();
        TableFiles known = new TableFiles(files, 40 * MIB);
        assertThat(RewriteVolume.of(unified, List.of(known)).rounds()).containsExactly(List.of(660 * MIB));
        assertThat(RewriteVolume.of(unified, List.of(known), -1).bytes())
                .as("the border passes 450 MiB")
                .isZero();
    }

    /** Of 10 MiB: the first level ends at 31 MiB. */
    @Test
    void unifiedRoundsAFlushUpToAMebibyte() {
        List<Long> files = List.of(27 * MIB, 30 * MIB);
        Change unified = change("SizeTiered", "Unified(L4)");
        assertThat(RewriteVolume.of(unified, List.of(new TableFiles(files, 9.2 * MIB)))
                        .rounds())
                .containsExactly(List.of(57 * MIB));
        assertThat(RewriteVolume.of(unified, List.of(new TableFiles(files, 9 * MIB)))
                        .rounds())
                .isEmpty();
    }

    /** The files of a benchmark's node that was not flushed before the change. The node compacted 451,528,681 bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"Unified(L4)", "Unified(T4)"})
    void beforeTheFirstFlushUnifiedTakesAMebibyte(String unified) {
        List<Long> flushed = List.of(
                31_246_021L,
                37_980_724L,
                38_056_418L,
                38_062_559L,
                38_121_400L,
                38_150_960L,
                38_161_596L,
                38_260_932L,
                38_288_846L,
                38_334_733L,
                38_412_005L,
                38_452_487L);
        List<Long> files = new ArrayList<>(List.of(11_168_677L, 205_849_966L));
        files.addAll(flushed);
        TableFiles table = TableFiles.of(files);
        assertThat(RewriteVolume.of(change("SizeTiered", unified), List.of(table))
                        .rounds())
                .containsExactly(List.of(451_528_681L));
        assertThat(RewriteVolume.of(change("SizeTiered", unified), List.of(table), 1)
                        .bytes())
                .as("after a first flush of 11 MB")
                .isNotEqualTo(451_528_681L);
    }

    /** Levels of 31, 124 and 496 MiB. The lower of two equal levels comes first, and its result takes part in the next compaction. */
    @Test
    void unifiedCompactsOneLevelAfterTheOther() {
        List<Long> files = new ArrayList<>(Collections.nCopies(4, 37 * MIB));
        files.addAll(List.of(4 * MIB, 10 * MIB, 10 * MIB, 26 * MIB, 150 * MIB));
        assertThat(RewriteVolume.of(change("SizeTiered", "Unified(T4)"), List.of(new TableFiles(files, 10 * MIB)))
                        .rounds())
                .containsExactly(List.of(50 * MIB), List.of(198 * MIB));
        assertThat(RewriteVolume.of(change("SizeTiered", "Unified(L4)"), List.of(new TableFiles(files, 10 * MIB)))
                        .rounds())
                .containsExactly(List.of(50 * MIB), List.of(198 * MIB), List.of(348 * MIB));
    }

    /** With flushes of 10 MiB, level 0 ends at 71 MiB, and level 1 at 284 MiB. */
    @Test
    void eachLevelOfUnifiedCanHaveAScalingParameterOfItsOwn() {
        TableFiles levelOne = new TableFiles(Collections.nCopies(4, 100 * MIB), 10 * MIB);
        assertThat(volume("Unified(T8)", levelOne).rounds()).isEmpty();
        assertThat(volume("Unified(T8,T4)", levelOne).rounds()).containsExactly(List.of(400 * MIB));
        assertThat(volume("Unified(6, 2)", levelOne)).isEqualTo(volume("Unified(T8,T4)", levelOne));
        TableFiles levelZero = new TableFiles(Collections.nCopies(7, 40 * MIB), 10 * MIB);
        assertThat(volume("Unified(T8,T4)", levelZero).rounds()).isEmpty();
        assertThat(volume("Unified(T4)", levelZero).rounds()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Unified(T1)", "Unified()", "Unified", "Unified(T4", "MyCompactionStrategy"})
    void aStrategyWithoutRulesRewritesAllFiles(String strategy) {
        TableFiles files = TableFiles.of(List.of(100 * MIB, 300 * MIB));
        assertThat(volume(strategy, files).rounds()).containsExactly(List.of(400 * MIB));
    }

    @Test
    void theOptionOfATableNamesItsStrategy() {
        assertThat(RewriteVolume.strategy(Map.of("class", "LeveledCompactionStrategy")))
                .isEqualTo("Leveled");
        assertThat(RewriteVolume.strategy(
                        Map.of("class", "org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy")))
                .isEqualTo("SizeTiered");
        assertThat(RewriteVolume.strategy(Map.of("class", "UnifiedCompactionStrategy")))
                .isEqualTo("Unified(T4)");
        assertThat(RewriteVolume.strategy(Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "T8, L4")))
                .isEqualTo("Unified(T8, L4)");
    }

    private static RewriteVolume volume(String to, TableFiles files) {
        return RewriteVolume.of(change("SizeTiered", to), List.of(files));
    }

    /** Of more than 16 files, T4 compacts 16 or 64, which fill a later level. L4 takes a multiple of them. */
    @Test
    void unifiedCompactsVeryManyFilesAsIfItHadKeptUp() {
        assertThat(many("Unified(T4)", 55)).startsWith(List.of(160 * MIB), List.of(160 * MIB), List.of(160 * MIB));
        assertThat(many("Unified(L4)", 55)).startsWith(List.of(480 * MIB), List.of(70 * MIB));
        assertThat(many("Unified(T8)", 60)).as("no limit of 32 files").startsWith(List.of(600 * MIB));
    }

    private static List<List<Long>> many(String unified, int files) {
        return RewriteVolume.of(
                        change("SizeTiered", unified),
                        List.of(new TableFiles(Collections.nCopies(files, 10 * MIB), 10 * MIB)))
                .rounds();
    }

    /** The files of one of two disks cover half of the tokens, as if flushes were half as large. */
    @Test
    void theLevelsOfUnifiedFollowTheNumberOfDisks() {
        DataDisk first = disk("/first", Map.of(file(1), 30 * MIB, file(2), 210 * MIB, file(3), 450 * MIB));
        DataDisk second = disk("/second", Map.of(file(4), 5 * MIB));
        assertThat(onDisks("Unified(L4)", 80, first, second)).containsExactly(List.of(660 * MIB));
        assertThat(onDisks("Unified(L4)", 80, first)).containsExactly(List.of(240 * MIB));
    }

    /** Of 20 files, T4 compacts 16. */
    @Test
    void unifiedTakesVeryManyFilesInTheOrderOfTheirNames() {
        Map<String, Long> files = new HashMap<>();
        for (int i = 11; i <= 30; i++) {
            files.put(file(i), (i <= 26 ? 10 : 12) * MIB);
        }
        assertThat(onDisks("Unified(T4)", 10, disk("/data", files)))
                .containsExactly(List.of(160 * MIB), List.of(48 * MIB));
    }

    private static List<List<Long>> onDisks(String unified, int flushMebibytes, DataDisk... disks) {
        RewriteReading reading = new RewriteReading(List.of(), List.of(disks), List.of(), 0, 0, 2);
        Map<TableName, Double> flushed = Map.of(TableName.parse("shop.rows"), (double) (flushMebibytes * MIB));
        return RewriteVolume.of(change("SizeTiered", unified), reading.filesByTable(flushed))
                .rounds();
    }

    private static DataDisk disk(String directory, Map<String, Long> sstables) {
        return new DataDisk(directory, 1_000 * MIB, 2_000 * MIB, sstables, 0);
    }

    private static String file(int generation) {
        return "shop/rows-1b25/nb-" + generation + "-big-Data.db";
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

    /** A table of 2 TB after leveled compaction. The loop of the agent waits for the price. */
    @Test
    @Timeout(10)
    void sizeTieredOfManyFilesIsPricedInSeconds() {
        int[] files = new int[12_800];
        Arrays.fill(files, 160);
        assertThat(rounds("Leveled", "SizeTiered", files)).isNotEmpty();
    }

    private static List<List<Long>> rounds(String from, String to, int... mebibytes) {
        List<Long> files = Arrays.stream(mebibytes).mapToObj(size -> size * MIB).toList();
        return RewriteVolume.of(change(from, to), List.of(TableFiles.of(files))).rounds();
    }

    private static Change change(String from, String to) {
        return new Change("compaction", from, to, ChangeCost.REWRITES_DATA);
    }
}
