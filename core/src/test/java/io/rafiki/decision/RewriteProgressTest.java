package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.RewriteAbort.PaybackImpossible;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.decision.RewriteObstacle.DiskShort;
import io.rafiki.decision.RewriteObstacle.ManualTaskRunning;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.node.DataDisk;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A table of two files of 400 and 600 MB on one disk of 10 GB, with two compactors. */
class RewriteProgressTest {

    private static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    private static final Duration HORIZON = Duration.ofMinutes(10);
    private static final long MB = 1_000_000;
    private static final TableName ROWS = new TableName("shop", "rows");

    private final Map<String, Long> files = new TreeMap<>(Map.of("a", 400 * MB, "b", 600 * MB));
    private final List<RunningCompaction> running = new ArrayList<>();
    private long free = 5_000 * MB;
    private long pinned;
    private int pending = 3;
    private double factor = 1;
    private RewriteProgress progress = begin(price(100));

    @Test
    void endsWhenAllOldFilesAreReplaced() {
        runs("shop.rows", 0.5, "a", "b");
        after(10);
        assertThat(progress.running()).isTrue();
        assertThat(progress.share()).isEqualTo(0.5);
        replace("a", "b");
        after(20);
        assertThat(progress.ended()).isTrue();
        assertThat(progress.obstacle()).isEmpty();
    }

    @Test
    void pendingCompactionsNeitherEndNorExtendIt() {
        pending = 60;
        runs("shop.rows", 0.1, "a");
        after(1, 2, 3, 4);
        pending = 0;
        after(5, 6, 7, 8, 60, 120);
        assertThat(progress.running()).as("a compaction of an old file runs").isTrue();
        replace("a", "b");
        pending = 60;
        runs("shop.rows", 0.1, "new");
        after(121);
        assertThat(progress.ended()).as("the rest is flushed data").isTrue();
    }

    @Test
    void aStrategyThatLeavesFilesAloneEndsIt() {
        replace("a");
        pending = 0;
        after(1, 10, 19);
        assertThat(progress.running()).isTrue();
        after(20);
        assertThat(progress.ended()).isTrue();
    }

    /** Leveled reports pending compactions for one file that it never splits. */
    @Test
    void anEstimateThatNeverDecreasesDoesNotExtendIt() {
        after(1, 60, 90);
        assertThat(progress.running()).isTrue();
        after(91);
        assertThat(progress.ended()).isTrue();
    }

    @Test
    void aRewriteThatWaitsForACompactorIsNotOver() {
        runs("other.rows", 0.5, "x");
        runs("other.rows", 0.5, "y");
        pending = 0;
        after(1, 60, 120, 600);
        assertThat(progress.running()).isTrue();
        assertThat(progress.stalled()).isTrue();
    }

    /** A cleanup drops 10 MB of each file. */
    @Test
    void theCopyThatACleanupMakesOfAnOldFileIsAnOldFile() {
        files.clear();
        files.putAll(Map.of("shop/rows-1/a", 400 * MB, "shop/rows-1/b", 600 * MB));
        progress = begin(price(100));
        manual("Cleanup", "shop/rows-1/a");
        after(1);
        files.remove("shop/rows-1/a");
        files.put("shop/rows-1/c", 390 * MB);
        running.clear();
        manual("Cleanup", "shop/rows-1/b");
        after(2);
        assertThat(progress.share()).isZero();
        files.remove("shop/rows-1/b");
        files.put("shop/rows-1/d", 590 * MB);
        running.clear();
        after(3);
        assertThat(progress.running()).isTrue();
        assertThat(progress.share()).isZero();
        assertThat(progress.remaining()).isEqualTo(980 * MB);
        runs("shop.rows", 0.5, "shop/rows-1/c", "shop/rows-1/d");
        after(4);
        assertThat(progress.share()).isEqualTo(0.5);
        replace("shop/rows-1/c", "shop/rows-1/d");
        after(5);
        assertThat(progress.ended()).isTrue();
    }

    @Test
    void aCompactionDuringACleanupIsProgress() {
        files.clear();
        files.putAll(Map.of("shop/rows-1/a", 400 * MB, "shop/rows-1/b", 600 * MB));
        progress = begin(price(100));
        manual("Cleanup", "shop/rows-1/b");
        runs("shop.rows", 0.5, "shop/rows-1/a");
        after(1);
        files.remove("shop/rows-1/a");
        files.put("shop/rows-1/c", 400 * MB);
        running.clear();
        manual("Cleanup", "shop/rows-1/b");
        after(2);
        assertThat(progress.share()).isEqualTo(0.4);
    }

    /** Cassandra starts no compaction of a table during such a task. */
    @Test
    void aRewriteThatWaitsForAManualTaskIsNotOver() {
        pending = 0;
        manual("Verify");
        after(1, 60, 600);
        assertThat(progress.running()).isTrue();
        running.clear();
        after(601, 611);
        assertThat(progress.ended()).isTrue();
    }

    /** A lower limit of compactions slows it from 0.5 % per second to 0.1 %. */
    @Test
    void theEstimateFollowsALowerLimitOfCompactions() {
        for (int second = 1; second <= 130; second++) {
            running.clear();
            runs("shop.rows", second <= 60 ? 0.005 * second : 0.3 + 0.001 * (second - 60), "a", "b");
            after(second);
        }
        assertThat(progress.share()).isCloseTo(0.37, within(0.001));
        assertThat(progress.estimate().orElseThrow().expected())
                .isBetween(Duration.ofSeconds(700), Duration.ofSeconds(800));
    }

    @Test
    void estimatesTheDurationFromItsOwnProgressWithoutTheWait() {
        after(30);
        runs("shop.rows", 0.5, "a");
        after(50);
        assertThat(progress.share()).isEqualTo(0.2);
        assertThat(progress.estimate())
                .contains(new RewriteDuration(
                        Duration.ofSeconds(50 + 80),
                        Duration.ofSeconds(50 + 56),
                        Duration.ofSeconds(50 + 120),
                        Basis.MEASURED));
    }

    @Test
    void estimatesByThePriceBeforeItHasProgressed() {
        after(150);
        assertThat(progress.estimate().orElseThrow())
                .isEqualTo(new RewriteDuration(
                        Duration.ofSeconds(150), Duration.ofSeconds(150), Duration.ofSeconds(200), Basis.ASSUMED));
    }

    /** With half of the throughput and a gain of 20 %, payback takes 3.5 times the duration. */
    @Test
    void stopsWhenThePaybackHorizonCannotBeMet() {
        runs("shop.rows", 0.5, "a");
        after(40);
        assertThat(progress.abort()).isEmpty();
        after(60);
        assertThat(progress.abort())
                .contains(new PaybackImpossible(
                        Duration.ofSeconds(60),
                        0.2,
                        Duration.ofSeconds(228),
                        Optional.of(Duration.ofSeconds(798)),
                        HORIZON));
    }

    @Test
    void completesWhatIsMoreThanHalfDone() {
        runs("shop.rows", 0.9, "b");
        after(400);
        assertThat(progress.share()).isEqualTo(0.54);
        assertThat(progress.abort()).isEmpty();
    }

    @Test
    void stopsBeforeTheDiskIsFull() {
        runs("shop.rows", 0.5, "a", "b");
        free = 1_000 * MB;
        after(1);
        assertThat(progress.abort()).isEmpty();
        free = 999 * MB;
        after(2);
        assertThat(progress.abort()).contains(new DiskRunsOut("/data", 999 * MB, 10_000 * MB, 1_000 * MB));
    }

    /** The floor is the rest of the running compaction if that is more than a tenth of the disk. */
    @Test
    void keepsTheSpaceThatARunningCompactionWillWrite() {
        files.put("c", 4_000 * MB);
        progress = begin(price(100));
        runs("shop.rows", 0.25, "c");
        free = 2_999 * MB;
        after(1);
        assertThat(progress.abort()).contains(new DiskRunsOut("/data", 2_999 * MB, 10_000 * MB, 3_000 * MB));
    }

    /** Each byte of a data file has half a byte of indexes and other components. */
    @Test
    void theOtherComponentsOfSstablesNeedSpaceToo() {
        factor = 1.5;
        files.put("c", 4_000 * MB);
        progress = begin(price(100));
        runs("shop.rows", 0.25, "c");
        free = 4_500 * MB;
        after(1);
        assertThat(progress.abort()).isEmpty();
        free = 4_499 * MB;
        after(2);
        assertThat(progress.abort()).contains(new DiskRunsOut("/data", 4_499 * MB, 10_000 * MB, 4_500 * MB));
    }

    @Test
    void aChangeThatWasNotPredictedStopsOnlyBeforeTheDiskIsFull() {
        progress = begin(Optional.empty());
        runs("shop.rows", 0.1, "a");
        after(3_600);
        assertThat(progress.abort()).isEmpty();
        free = 1;
        after(3_601);
        assertThat(progress.abort()).containsInstanceOf(DiskRunsOut.class);
    }

    @Test
    void blocksTheNextRewriteWhileItRuns() {
        runs("shop.rows", 0.5, "a");
        after(1);
        assertThat(progress.obstacle()).contains(new RewriteRunning("d1", 0.2));
    }

    @Test
    void aRewriteNeedsTheSizeOfATableOnceMore() {
        free = 2_000 * MB;
        assertThat(RewriteObstacle.of(reading())).isEmpty();
        files.put("c", 1_200 * MB);
        pinned = 1_000 * MB;
        free = 3_200 * MB;
        assertThat(RewriteObstacle.of(reading()))
                .as("all and a tenth of the disk")
                .isEmpty();
        free = 3_199 * MB;
        assertThat(RewriteObstacle.of(reading()))
                .contains(new DiskShort("/data", 3_199 * MB, 10_000 * MB, 3_200 * MB, 2_200 * MB, 1_000 * MB));
    }

    /** Three tables of 1,000 MB and two compactors. */
    @Test
    void tablesThatAreCompactedOneAfterTheOtherNeedTheirSpaceOnce() {
        Map<String, Long> tables = Map.of("shop/a-1/f", 1_000 * MB, "shop/b-1/f", 1_000 * MB, "shop/c-1/f", 1_000 * MB);
        assertThat(RewriteObstacle.of(onDisk(3_000 * MB, tables, 0))).isEmpty();
        assertThat(RewriteObstacle.of(onDisk(2_999 * MB, tables, 0))).isPresent();
        assertThat(RewriteObstacle.of(onDisk(3_499 * MB, tables, 500 * MB))).isPresent();
        assertThat(RewriteObstacle.of(onDisk(3_500 * MB, tables, 500 * MB))).isEmpty();
    }

    private static RewriteReading onDisk(long free, Map<String, Long> tables, long pinned) {
        DataDisk disk = new DataDisk("/data", free, 10_000 * MB, tables, pinned);
        return new RewriteReading(List.of(ROWS), List.of(disk), List.of(), 0, 0, 2);
    }

    @Test
    void eachDiskNeedsItsOwnSpace() {
        DataDisk empty = new DataDisk("/data1", 9_000 * MB, 10_000 * MB, Map.of(), 0);
        DataDisk full = new DataDisk("/data2", 1_000 * MB, 10_000 * MB, Map.copyOf(files), 0);
        assertThat(RewriteObstacle.of(new RewriteReading(List.of(ROWS), List.of(empty, full), List.of(), 0, 0, 2)))
                .hasValueSatisfying(obstacle -> assertThat(obstacle)
                        .isInstanceOfSatisfying(DiskShort.class, disk -> assertThat(disk.directory())
                                .isEqualTo("/data2")));
        DataDisk system = new DataDisk("/data3", 1, 10_000 * MB, Map.of(), 0);
        DataDisk roomy = new DataDisk("/data2", 9_000 * MB, 10_000 * MB, Map.copyOf(files), 0);
        assertThat(RewriteObstacle.of(new RewriteReading(List.of(ROWS), List.of(system, roomy), List.of(), 0, 0, 2)))
                .as("a full disk without data of the tables")
                .isEmpty();
    }

    @Test
    void manualTasksBlockARewriteAndAutomaticOnesDoNot() {
        for (String task : List.of("Major compaction", "Scrub", "Cleanup", "Upgrade sstables", "View build")) {
            running.clear();
            running.add(new RunningCompaction("1", "other.rows", task, 0, 1, Set.of()));
            assertThat(RewriteObstacle.of(reading())).contains(new ManualTaskRunning(task, "other.rows"));
        }
        running.clear();
        for (String task :
                List.of("Compaction", "Tombstone Compaction", "Key cache save", "Index summary redistribution")) {
            running.add(new RunningCompaction("1", "other.rows", task, 0, 1, Set.of()));
        }
        assertThat(RewriteObstacle.of(reading())).isEmpty();
    }

    private RewriteProgress begin(Optional<RewriteRepaid> price) {
        return RewriteProgress.begin("d1", price, HORIZON, reading(), START);
    }

    private static Optional<RewriteRepaid> price(int seconds) {
        RewriteDuration duration = new RewriteDuration(
                Duration.ofSeconds(seconds),
                Duration.ofSeconds(seconds / 2),
                Duration.ofSeconds(2L * seconds),
                Basis.ASSUMED);
        return Optional.of(new RewriteRepaid(new RewriteCost(1_000 * MB, duration, 0.5), 0.2, Duration.ofMinutes(5)));
    }

    private void after(int... seconds) {
        for (int second : seconds) {
            progress = progress.next(reading(), START.plusSeconds(second));
        }
    }

    private void runs(String table, double share, String... inputs) {
        running.add(new RunningCompaction("1", table, "Compaction", Math.round(share * 1_000), 1_000, Set.of(inputs)));
    }

    private void manual(String task, String... inputs) {
        running.add(new RunningCompaction("2", "shop.rows", task, 0, 1_000, Set.of(inputs)));
    }

    private void replace(String... names) {
        running.clear();
        for (String name : names) {
            files.put("new " + name, files.remove(name));
        }
    }

    private RewriteReading reading() {
        return new RewriteReading(
                List.of(ROWS),
                List.of(new DataDisk("/data", free, 10_000 * MB, files, pinned)),
                running,
                pending,
                0,
                2,
                factor);
    }
}
