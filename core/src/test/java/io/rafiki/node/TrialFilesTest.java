package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrialFilesTest {

    private static final long MIB = 1 << 20;

    @Test
    void aFileOfASuitableSizeIsCompactedAlone() {
        assertThat(of(Map.of("t/small", 10 * MIB, "t/good", 160 * MIB, "t/larger", 170 * MIB, "t/large", 300 * MIB))
                        .keys())
                .containsExactly("t/larger");
    }

    /** Rows of updates are smaller than those of merged files, and cost more time per byte. These files hold 96 % of the bytes. */
    @Test
    void largeFilesAreMergedInPartWhereTheyHoldMostBytes() {
        assertThat(of(Map.of(
                                "t/a",
                                9 * MIB,
                                "t/b",
                                10 * MIB,
                                "t/c",
                                19 * MIB,
                                "t/d",
                                199 * MIB,
                                "t/e",
                                1_179 * MIB,
                                "t/f",
                                1_221 * MIB,
                                "t/g",
                                1_224 * MIB))
                        .keys())
                .containsExactlyInAnyOrder("t/g", "t/e", "t/c", "t/a");
    }

    @Test
    void theLargestFileIsCopiedInPartWhereNoSecondFits() {
        assertThat(of(Map.of("t/a", 3_000 * MIB, "t/b", 3_000 * MIB, "t/c", 3_000 * MIB, "t/d", 5_000 * MIB))
                        .keys())
                .containsExactly("t/c");
    }

    @Test
    void aPartialMergeHasAtMost32Files() {
        Map<String, Long> sstables = new TreeMap<>(Map.of("t/large", 3_000 * MIB));
        for (int i = 0; i < 100; i++) {
            sstables.put("t/%02d".formatted(i), MIB);
        }
        assertThat(of(sstables).keys()).hasSize(32).contains("t/large");
    }

    @Test
    void knowsTheirTable() {
        assertThat(of(Map.of("shop/rows-1b25/nb-1-big-Data.db", 192 * MIB)).table())
                .isEqualTo(TableName.parse("shop.rows"));
    }

    @Test
    void theLargestTableIsTried() {
        assertThat(of(Map.of("t/a", 192 * MIB, "u/a", 900 * MIB)).keys()).containsExactly("u/a");
    }

    @Test
    void filesOfMoreThan4GibCountForTheComparison() {
        Map<String, Long> sstables = new TreeMap<>(Map.of("t/huge", 20_000 * MIB, "t/large", 400 * MIB));
        for (int i = 0; i < 10; i++) {
            sstables.put("t/" + i, 50 * MIB);
        }
        assertThat(of(sstables).keys()).containsExactly("t/large");
    }

    /** A merge of 800 MiB would come to its end, and with Leveled leave one file that overlaps all others. */
    @Test
    void theLargestFileIsCopiedWhereAMergeWouldComeToItsEnd() {
        Map<String, Long> sstables = new TreeMap<>(Map.of("t/large", 600 * MIB));
        for (int i = 0; i < 8; i++) {
            sstables.put("t/" + i, 50 * MIB);
        }
        assertThat(of(sstables).keys()).containsExactly("t/large");
    }

    @Test
    void aFifthOfTheDiskStaysFree() {
        DataDisk disk = new DataDisk(
                "/data", 3_000 * MIB, 10_000 * MIB, Map.of("t/a", 1_100 * MIB, "t/b", 900 * MIB, "t/c", 10 * MIB), 0);
        assertThat(TrialFiles.of(new RewriteReading(List.of(), List.of(disk), List.of(), 0, 0, 2))
                        .orElseThrow()
                        .keys())
                .containsExactly("t/b");
        assertThat(TrialFiles.of(reading(Map.of("t/a", 4_100 * MIB)))).isEmpty();
    }

    /** The other components of a file are a quarter of it, and 1,000 MiB may be written. */
    @Test
    void theOtherComponentsOfAFileNeedSpaceToo() {
        DataDisk disk = new DataDisk(
                "/data", 3_000 * MIB, 10_000 * MIB, Map.of("t/b", 900 * MIB, "t/c", 700 * MIB, "t/d", 10 * MIB), 0);
        assertThat(TrialFiles.of(new RewriteReading(List.of(), List.of(disk), List.of(), 0, 0, 2, 1.25))
                        .orElseThrow()
                        .keys())
                .containsExactly("t/c");
    }

    /** 470 MiB in five files: two of a medium size are a third of them. */
    @Test
    void twoFilesAreMergedRatherThanOneCopied() {
        assertThat(of(Map.of("t/a", 75 * MIB, "t/b", 77 * MIB, "t/c", 79 * MIB, "t/d", 86 * MIB, "t/e", 153 * MIB))
                        .keys())
                .containsExactlyInAnyOrder("t/b", "t/d");
    }

    /** Two of these files exceed the largest trial. */
    @Test
    void oneFileIsCopiedWhereNoTwoFit() {
        assertThat(of(Map.of("t/a", 150 * MIB, "t/b", 150 * MIB, "t/c", 150 * MIB, "t/d", 150 * MIB))
                        .bytes())
                .isEqualTo(150 * MIB);
    }

    /** 32 files of 10 to 41 MiB are 816 MiB; 192 MiB of them are 8 files. */
    @Test
    void smallFilesOfAllSizesAreMergedUntilTheyShowARate() {
        Map<String, Long> sstables = new TreeMap<>();
        for (int i = 0; i < 32; i++) {
            sstables.put("t/%02d".formatted(i), (10 + i) * MIB);
        }
        sstables.put("u/00", 20 * MIB);
        TrialFiles files = of(sstables);
        assertThat(files.keys())
                .containsExactlyInAnyOrder("t/02", "t/06", "t/10", "t/14", "t/18", "t/22", "t/26", "t/30");
        assertThat(files.bytes()).isEqualTo(208 * MIB);
        assertThat(files.paths()).hasSize(8).allMatch(path -> path.startsWith("/data/t/"));
    }

    @Test
    void atLeastHalfOfTheFilesRemainForTheRewrite() {
        assertThat(of(Map.of("t/a", 10 * MIB, "t/b", 2 * MIB)).keys()).containsExactly("t/a");
        assertThat(of(Map.of("t/a", 9 * MIB, "t/b", 8 * MIB, "t/c", 7 * MIB, "t/d", 6 * MIB, "t/e", 5 * MIB))
                        .keys())
                .containsExactlyInAnyOrder("t/d", "t/b");
    }

    @Test
    void filesInUseAndOfUnsuitableSizesAreLeftAlone() {
        RunningCompaction running = new RunningCompaction("1", "ks.t", "Compaction", 0, 1, Set.of("t/a"));
        assertThat(TrialFiles.of(reading(Map.of("t/a", 100 * MIB, "t/c", 1_000L), running)))
                .isEmpty();
    }

    /** Cassandra compacts repaired and unrepaired files in different tasks. */
    @Test
    void aTaskOfSomeOfTheFilesBelongsToTheTrial() {
        TrialFiles files =
                of(Map.of("t/a", 75 * MIB, "t/b", 77 * MIB, "t/c", 79 * MIB, "t/d", 86 * MIB, "t/e", 153 * MIB));
        assertThat(files.areCompactedBy(task("t/b", "t/d"))).isTrue();
        assertThat(files.areCompactedBy(task("t/d"))).isTrue();
        assertThat(files.areCompactedBy(task("t/d", "t/e"))).isFalse();
        assertThat(files.areCompactedBy(task()))
                .as("a task without files, such as a cache save")
                .isFalse();
    }

    private static RunningCompaction task(String... inputs) {
        return new RunningCompaction("1", "ks.t", "Compaction", 0, 1, Set.of(inputs));
    }

    private static TrialFiles of(Map<String, Long> sstables) {
        return TrialFiles.of(reading(sstables)).orElseThrow();
    }

    private static RewriteReading reading(Map<String, Long> sstables, RunningCompaction... running) {
        DataDisk disk = new DataDisk("/data", 8_000 * MIB, 10_000 * MIB, sstables, 0);
        return new RewriteReading(List.of(), List.of(disk), List.of(running), 0, 0, 2);
    }
}
