package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import io.rafiki.SmallDiskNode.Work;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.node.RewriteReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/**
 * Rewrites on a small disk of a real node: the disk becomes short before a change, during its rewrite and before its rollback, and an
 * operator undoes a change during its rewrite.
 *
 * <p>Each scenario is a process in a mount namespace of its own, where the disk is a small file system in memory. The disk ends with the
 * process.
 */
class DiskShortageIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Free shares of the disk: too little to begin a rewrite, and too little to continue one. */
    private static final double SHORT = 0.15;

    private static final double NEARLY_FULL = 0.08;
    private static final String DUE = "the last change will be rolled back: mean latency ";
    private static final String AWAITED = " made the node worse; its rollback is not possible yet: the disk of ";

    @TempDir
    Path folder;

    @BeforeEach
    void writeSettings() throws Exception {
        Machine.MOUNT_NAMESPACES.require();
        Files.createDirectory(folder.resolve("disk"));
        Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: approve
                model: %s
                journal: journal.jsonl
                engine: compiled
                window: 2s
                sample: 500ms
                allowed_costs: [instant, new_data, rewrites_data]
                guardrails:
                  min_operations: 100
                  cool_down: 0s
                  after_restart: 0s
                  max_drift: 100
                  observation_period: 60s
                  max_changes_per_hour: 1000
                  max_rewrites_per_day: 1000
                  external_change_hold: 0s
                """
                        .formatted(SteepModel.writeWithStrategy(folder.resolve("model.zip"))));
    }

    @Test
    @Execution(CONCURRENT)
    void aRewriteIsRefusedOnAShortDiskAndStoppedBeforeTheDiskIsFull() throws Exception {
        assertPasses("rewrite");
    }

    /** A restart undoes a change itself, so that no rollback remains. The verdict remains. */
    @Test
    @Execution(CONCURRENT)
    void aRollbackThatWaitsForDiskSpaceOutlastsLaterDecisionsAndItsVerdictOutlastsARestart() throws Exception {
        assertPasses("rollback");
    }

    @Test
    @Execution(CONCURRENT)
    void aRollbackByTheOperatorStopsTheRewrite() throws Exception {
        assertPasses("undo");
    }

    private void assertPasses(String scenario) throws Exception {
        List<String> onSmallDisk =
                new ArrayList<>(Machine.unshared("mount -t tmpfs -o size=512m none \"$1\" && shift && exec \"$@\""));
        onSmallDisk.add(folder.resolve("disk").toString());
        assertThat(HostProcess.run(onSmallDisk, DiskShortageIT.class, folder, List.of(scenario), variables -> {}))
                .contains("passed");
    }

    /** The process of a scenario. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        switch (arguments[1]) {
            case "rewrite" -> rewrite(folder);
            case "rollback" -> rollback(folder);
            case "undo" -> undo(folder);
            default -> throw new IllegalArgumentException(arguments[1]);
        }
        System.out.println("passed");
    }

    private static void rewrite(Path folder) throws Exception {
        try (SmallDiskNode node = SmallDiskNode.start(folder)) {
            node.load(3, 8_000);
            node.tell("pause", "an operator examines it");
            String proposal = node.proposal(Work.READ, "Leveled");
            node.fill(SHORT);
            assertThatThrownBy(() -> node.apply(proposal))
                    .hasMessageContaining("the disk of ")
                    .hasMessageContaining(" is short: ");
            assertThat(node.compaction()).contains("SizeTiered");
            assertThat(node.applied()).isZero();

            node.makeSpace();
            RewriteReading before = node.reading();
            String change = node.apply(proposal);
            node.tell("resume");
            assertThat(node.compaction()).contains("Leveled");
            await(() -> node.reading().ours().stream().anyMatch(compaction -> compaction.completed() > 0));
            node.fill(NEARLY_FULL);
            await(() -> node.isDone("rewrite_aborted"));
            await(() -> node.reading().ours().isEmpty());
            assertThat(node.compaction()).contains("SizeTiered");
            assertThat(node.reading().sstables()).as("the old files").containsAllEntriesOf(before.sstables());

            node.until(Work.READ, () -> node.status().contains(change + " was rolled back or judged worse at "));
            CompositeData stopped = node.decision("code", "rewrite_aborted").orElseThrow();
            assertThat(stopped.get("reason"))
                    .asString()
                    .startsWith("stops the rewrite of " + change + ": the disk of ")
                    .endsWith(" must stay free");
            assertThat(records(folder, RecordType.DECISION))
                    .filteredOn(record -> record.decision().equals(stopped.get("id")))
                    .extracting(record -> record.content().get("reason"))
                    .containsExactly(stopped.get("reason"));
            assertThat(records(folder, RecordType.READ_BACK))
                    .filteredOn(record -> record.decision().equals(stopped.get("id")))
                    .anySatisfy(record -> assertThat(record.content())
                            .containsEntry("knob", "compaction")
                            .containsEntry("found", "SizeTiered"));
        }
    }

    private static void undo(Path folder) throws Exception {
        try (SmallDiskNode node = SmallDiskNode.start(folder)) {
            node.load(3, 8_000);
            node.tell("pause", "an operator examines it");
            String proposal = node.proposal(Work.READ, "Leveled");
            RewriteReading before = node.reading();
            node.apply(proposal);
            await(() -> node.reading().ours().stream().anyMatch(compaction -> compaction.completed() > 0));
            node.tell("rollback");
            assertThat(node.compaction()).contains("SizeTiered");
            await(() -> node.reading().ours().isEmpty());
            assertThat(node.reading().sstables()).as("the old files").containsAllEntriesOf(before.sstables());
        }
    }

    private static void rollback(Path folder) throws Exception {
        String change;
        SmallDiskNode first = SmallDiskNode.start(folder);
        try {
            first.load(2, 100);
            change = harmfulChange(first);
            first.until(
                    Work.WRITE,
                    () -> first.isMeasured(Work.WRITE) && first.status().contains(change + AWAITED));
            String other = first.proposal(Work.WRITE, "concurrent_writes");
            assertThatThrownBy(() -> first.apply(other)).hasMessageContaining(change + AWAITED);
            assertThat(first.status()).contains(DUE);
            assertThat(first.applied()).isEqualTo(1);
            assertThat(first.compaction()).contains("Leveled");
        } finally {
            first.kill();
        }

        try (SmallDiskNode second = SmallDiskNode.start(folder)) {
            assertThat(second.compaction()).as("the schema's option").contains("SizeTiered");
            List<JournalRecord> starts = records(folder, RecordType.START);
            assertThat(starts.get(starts.size() - 1).content().get("lost"))
                    .asString()
                    .contains("compaction Leveled");
            assertThat(second.decision("id", change).orElseThrow().get("verdict"))
                    .asString()
                    .startsWith("worse: ");
            // another new file, so that the strategies have something to compact
            second.load(1, 100);
            second.until(Work.READ, () -> second.isMeasured(Work.READ));
            second.tell("setMode", "auto");
            second.until(Work.READ, () -> second.status().contains(change + " was rolled back or judged worse at "));
            assertThat(second.applied()).isZero();

            second.makeSpace();
            String again = harmfulChange(second);
            second.makeSpace();
            second.until(
                    Work.READ,
                    () -> second.isDone("rolled_back_for_regression")
                            && !second.status().contains(DUE));
            assertThat(second.decision("code", "rolled_back_for_regression")
                            .orElseThrow()
                            .get("reason"))
                    .asString()
                    .startsWith("rolls back " + again + ", which made the node slower: ");
            assertThat(second.compaction()).contains("SizeTiered");
        }
    }

    /**
     * Has an operator apply Leveled compaction, and {@code auto} judge it. Meanwhile the disk is short, and the clients read large partitions.
     *
     * @return the id of the change, whose rollback is due
     */
    private static String harmfulChange(SmallDiskNode node) throws Exception {
        node.tell("pause", "an operator examines it");
        String change = node.apply(node.proposal(Work.READ, "Leveled"));
        node.fill(SHORT);
        node.tell("setMode", "auto");
        node.tell("resume");
        node.until(Work.READ_LARGE, () -> node.status().contains(DUE));
        assertThat(node.compaction()).contains("Leveled");
        return change;
    }

    private static List<JournalRecord> records(Path folder, RecordType kind) throws IOException {
        return JournalScan.entries(folder.resolve("journal.jsonl")).stream()
                .filter(record -> record.kind() == kind)
                .toList();
    }

    private static void await(Callable<Boolean> reached) {
        Awaitility.await().pollInterval(Duration.ofMillis(100)).atMost(PATIENCE).until(reached);
    }
}
