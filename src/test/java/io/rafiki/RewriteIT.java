package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.rafiki.decision.Change;
import io.rafiki.decision.RewriteProgress;
import io.rafiki.decision.RewriteVolume;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DataDisk;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableName;
import io.rafiki.node.TrialFiles;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import javax.management.Attribute;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A rewrite of a table on a real node: files, snapshot, progress, stop and end. */
@ExtendWith(SharedNode.class)
class RewriteIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final TableName TABLE = new TableName("rewrite", "rows");
    private static final ObjectName SERVICE = name("org.apache.cassandra.db:type=StorageService");
    private static final ObjectName OPTIONS = name("org.apache.cassandra.db:type=Tables,keyspace=rewrite,table=rows");
    private static final String SIZE_TIERED = "{\"class\":\"SizeTieredCompactionStrategy\"}";
    private static final Map<String, String> OPTION = Map.of(
            "Leveled", "{\"class\":\"LeveledCompactionStrategy\"}",
            "Unified(L4)", "{\"class\":\"UnifiedCompactionStrategy\",\"scaling_parameters\":\"L4\"}",
            "Unified(T8)", "{\"class\":\"UnifiedCompactionStrategy\",\"scaling_parameters\":\"T8\"}");
    /** Strategies whose volume is measured; {@code -Drafiki.long=true} adds another one. */
    private static final List<String> MEASURED = Boolean.getBoolean("rafiki.long")
            ? List.of("Leveled", "Unified(L4)", "Unified(T8)")
            : List.of("Leveled", "Unified(L4)");

    private static final int FILES = 6;
    private static final int ROWS = 4_000;

    private RealNode node;
    private CompactionStats stats;
    private DiskSpace disks;

    @Test
    void followsARewriteByItsFilesAndStopsIt(RealNode shared) throws Exception {
        Object throughput = connect(shared);
        try (CqlSession session = node.session()) {
            load(session);
            RewriteReading before = read();
            assertThat(before.sstables()).hasSize(FILES);
            long data = before.disks().stream().mapToLong(DataDisk::live).sum();
            assertThat(data).isBetween(stats.liveBytes(List.of(TABLE)) / 2, stats.liveBytes(List.of(TABLE)));
            assertThat(before.disks()).extracting(DataDisk::pinned).containsOnly(0L);
            node.tools().nodetool("snapshot", "-t", "before", "rewrite");
            assertThat(read().disks().stream().mapToLong(DataDisk::pinned).sum())
                    .isEqualTo(data);

            set(SERVICE, "CompactionThroughputMbPerSec", 1);
            set(OPTIONS, "CompactionParametersJson", "{\"class\":\"LeveledCompactionStrategy\"}");
            Instant start = Instant.now();
            RewriteProgress progress =
                    RewriteProgress.begin("d1", Optional.empty(), Duration.ofHours(1), before, start);
            submit();
            RunningCompaction compaction = Awaitility.await()
                    .atMost(PATIENCE)
                    .until(
                            () -> read().ours().stream()
                                    .filter(task -> task.completed() > 0)
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
            assertThat(compaction.inputs())
                    .isSubsetOf(before.sstables().keySet())
                    .isNotEmpty();
            assertThat(compaction.total()).isBetween(data / 2, 2 * data);
            progress = progress.next(read(), start.plusSeconds(600));
            assertThat(progress.running()).isTrue();
            assertThat(progress.share()).isBetween(0.001, 0.999);

            set(OPTIONS, "CompactionParametersJson", SIZE_TIERED);
            stats.stop(read().ours());
            Awaitility.await().atMost(PATIENCE).until(() -> read().ours().isEmpty());
            assertThat(read().sstables()).as("the old files").containsAllEntriesOf(before.sstables());

            set(SERVICE, "CompactionThroughputMbPerSec", 0);
            set(OPTIONS, "CompactionParametersJson", "{\"class\":\"LeveledCompactionStrategy\"}");
            submit();
            Awaitility.await().atMost(PATIENCE).until(() -> read().sstables().keySet().stream()
                    .noneMatch(before.sstables()::containsKey));
            assertThat(progress.next(read(), start.plusSeconds(601)).ended()).isTrue();
            assertThat(compacted()).isPositive();
        } finally {
            set(SERVICE, "CompactionThroughputMbPerSec", throughput);
            node.tools().nodetool("clearsnapshot", "--all");
        }
    }

    /** A major compaction is a manual task. */
    @Test
    void detectsAManualCompaction(RealNode shared) throws Exception {
        Object throughput = connect(shared);
        try (CqlSession session = node.session()) {
            load(session);
            set(SERVICE, "CompactionThroughputMbPerSec", 1);
            Thread operator = new Thread(() -> invokeCompact(), "operator");
            operator.start();
            RunningCompaction task = Awaitility.await()
                    .atMost(PATIENCE)
                    .until(
                            () -> read().running().stream()
                                    .filter(RunningCompaction::isManual)
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
            assertThat(task.table()).isEqualTo("rewrite.rows");
            set(SERVICE, "CompactionThroughputMbPerSec", 0);
            operator.join(PATIENCE.toMillis());
        } finally {
            set(SERVICE, "CompactionThroughputMbPerSec", throughput);
        }
    }

    /** A trial compaction merges its files into one, and its table keeps the others. */
    @Test
    void compactsSomeFilesForATrial(RealNode shared) throws Exception {
        Object throughput = connect(shared);
        try (CqlSession session = node.session()) {
            load(session);
            set(SERVICE, "CompactionThroughputMbPerSec", 0);
            Set<String> others = new HashSet<>(read().sstables().keySet());
            TrialFiles files = TrialFiles.of(onEmptyDisks(read())).orElseThrow();
            others.removeAll(files.keys());
            long compacted = compacted();
            stats.compact(files);
            // the node deletes the replaced files on another thread
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            read().sstables().keySet())
                    .hasSize(others.size() + 1)
                    .containsAll(others)
                    .doesNotContainAnyElementsOf(files.keys()));
            assertThat(compacted() - compacted).isBetween(files.bytes() / 2, 2 * files.bytes());
        } finally {
            set(SERVICE, "CompactionThroughputMbPerSec", throughput);
        }
    }

    /** The strategies of the node compact the bytes that the model of the volume expects. */
    @Test
    void theVolumeOfARewriteIsThatOfTheNode(RealNode shared) throws Exception {
        Object throughput = connect(shared);
        try (CqlSession session = node.session()) {
            for (String to : MEASURED) {
                load(session);
                double size = read().sstables().values().stream()
                        .mapToLong(Long::longValue)
                        .average()
                        .orElseThrow();
                assertThat(stats.flushed(List.of(TABLE)).get(TABLE)).as("flush").isCloseTo(size, withinPercentage(5));
                set(SERVICE, "CompactionThroughputMbPerSec", 0);
                RewriteVolume volume = RewriteVolume.of(
                        new Change("compaction", "SizeTiered", to, ChangeCost.REWRITES_DATA),
                        read().filesByTable(stats.flushed(read().tables())));
                long compacted = compacted();
                set(OPTIONS, "CompactionParametersJson", OPTION.get(to));
                submit();
                // the compaction begins in another thread
                Awaitility.await().atMost(PATIENCE).until(() -> compacted() > compacted);
                Awaitility.await()
                        .during(Duration.ofSeconds(3))
                        .atMost(PATIENCE)
                        .until(() -> read().running().isEmpty());
                assertThat((double) compacted() - compacted)
                        .as(to)
                        .isCloseTo((double) volume.bytes(), withinPercentage(15));
            }
        } finally {
            set(SERVICE, "CompactionThroughputMbPerSec", throughput);
        }
    }

    /** The present limit of compactions. */
    private Object connect(RealNode shared) throws Exception {
        node = shared;
        stats = new CompactionStats(node.beans());
        disks = new DiskSpace(node.beans());
        return node.beans().getAttribute(SERVICE, "CompactionThroughputMbPerSec");
    }

    private void load(CqlSession session) throws Exception {
        session.execute("DROP KEYSPACE IF EXISTS rewrite");
        session.execute(
                "CREATE KEYSPACE rewrite WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE rewrite.rows (id int PRIMARY KEY, body blob) WITH compaction ="
                + " {'class': 'SizeTieredCompactionStrategy', 'min_threshold': '32'}");
        PreparedStatement write = session.prepare("INSERT INTO rewrite.rows (id, body) VALUES (?, ?)");
        Random random = new Random(1);
        byte[] body = new byte[1_000];
        for (int file = 0; file < FILES; file++) {
            List<CompletionStage<AsyncResultSet>> running = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                random.nextBytes(body);
                running.add(session.executeAsync(write.bind(row, ByteBuffer.wrap(body.clone()))));
                if (running.size() == 200) {
                    running.forEach(each -> each.toCompletableFuture().join());
                    running.clear();
                }
            }
            running.forEach(each -> each.toCompletableFuture().join());
            node.flush("rewrite");
        }
    }

    private RewriteReading read() throws Exception {
        return stats.reading(List.of(TABLE), disks::disks);
    }

    /** A node starts no trial on a nearly full disk, and the disk of a test machine can be one. */
    private static RewriteReading onEmptyDisks(RewriteReading reading) {
        List<DataDisk> disks = reading.disks().stream()
                .map(disk -> new DataDisk(disk.directory(), disk.total(), disk.total(), disk.sstables(), disk.pinned()))
                .toList();
        return new RewriteReading(
                reading.tables(),
                disks,
                reading.running(),
                reading.pending(),
                reading.compacted(),
                reading.compactors());
    }

    private long compacted() throws Exception {
        return stats.compacted(stats.running(), List.of(TABLE));
    }

    private void submit() throws Exception {
        node.beans()
                .invoke(SERVICE, "enableAutoCompaction", new Object[] {"rewrite", new String[] {"rows"}}, new String[] {
                    String.class.getName(), String[].class.getName()
                });
    }

    private void invokeCompact() {
        try {
            node.beans()
                    .invoke(
                            SERVICE,
                            "forceKeyspaceCompaction",
                            new Object[] {false, "rewrite", new String[] {"rows"}},
                            new String[] {boolean.class.getName(), String.class.getName(), String[].class.getName()});
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void set(ObjectName bean, String attribute, Object value) throws Exception {
        node.beans().setAttribute(bean, new Attribute(attribute, value));
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (Exception impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }
}
