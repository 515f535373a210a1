package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MBeans with the types and texts of Cassandra 5.0. */
class CompactionStatsTest {

    private static final String METRICS = "org.apache.cassandra.metrics:type=Compaction,name=";

    private static final TableName ROWS = TableName.parse("shop.rows");

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Manager manager = new Manager();
    private final CompactionStats stats = new CompactionStats(server);

    @BeforeEach
    void register() throws Exception {
        server.registerMBean(manager, new ObjectName("org.apache.cassandra.db:type=CompactionManager"));
        count("BytesCompacted", 5_000);
    }

    @Test
    void readsTheTasksOfTheCompactionManager() throws Exception {
        manager.running.add(task("Compaction", "bytes", "500", "2000", "1000"));
        assertThat(stats.running())
                .containsExactly(new RunningCompaction(
                        "5b7ea510-c8a5-11f0-9b2c-000000000001",
                        "shop.rows",
                        "Compaction",
                        250,
                        1_000,
                        Set.of("shop/rows-1b25/nb-1-big-Data.db", "shop/rows-1b25/nb-2-big-Data.db")));
        assertThat(stats.running().get(0).share()).isEqualTo(0.25);
    }

    /** Cassandra before 5.0.9 gives no size on disk; a cache save counts keys. */
    @Test
    void understandsOtherVersionsAndUnits() throws Exception {
        Map<String, String> older = new HashMap<>(task("Compaction", "bytes", "500", "2000", "0"));
        older.remove("totalCompressed");
        manager.running.add(older);
        manager.running.add(task("Key cache save", "keys", "7", "9", "9"));
        assertThat(stats.running()).extracting(RunningCompaction::completed).containsExactly(500L, 0L);
    }

    @Test
    void countsCompletedAndRunningBytes() throws Exception {
        manager.running.add(task("Compaction", "bytes", "500", "2000", "1000"));
        assertThat(stats.compacted(stats.running(), List.of(ROWS))).isEqualTo(5_250);
        count("CompressedBytesCompacted", 2_000);
        assertThat(new CompactionStats(server).compacted(stats.running(), List.of(ROWS)))
                .isEqualTo(2_250);
    }

    /** Cassandra before 5.0.9 counts 6,000 uncompressed bytes, which are 1,500 on disk, and then 4,000 at another ratio. */
    @Test
    void scalesUncompressedBytesByTheRatioOfTheirTime() throws Exception {
        long[] data = {20_000};
        ofStorage("Load", () -> 5_000L);
        ofStorage("UncompressedLoad", () -> data[0]);
        manager.running.add(task("Compaction", "bytes", "1000", "9000", "0"));
        assertThat(stats.compacted(stats.running(), List.of(ROWS))).isEqualTo(1_500);
        manager.running.set(0, task("Compaction", "bytes", "5000", "9000", "0"));
        data[0] = 10_000;
        assertThat(stats.compacted(stats.running(), List.of(ROWS))).isEqualTo(3_500);
    }

    /** The node's data is compressed to a tenth, the table to half. */
    @Test
    void scalesUncompressedBytesByTheRatioOfTheTable() throws Exception {
        ofStorage("Load", () -> 5_000L);
        ofStorage("UncompressedLoad", () -> 50_000L);
        ofTable("LiveDiskSpaceUsed", CountMBean.class, () -> 1_000L);
        Object[] ratio = {0.5};
        ofTable("CompressionRatio", ValueMBean.class, () -> ratio[0]);
        assertThat(stats.compacted(List.of(), List.of(ROWS))).isEqualTo(2_500);
        ratio[0] = -1.0;
        assertThat(new CompactionStats(server).compacted(List.of(), List.of(ROWS)))
                .as("without compression")
                .isEqualTo(5_000);
        assertThat(new CompactionStats(server).compacted(List.of(), List.of()))
                .as("of unknown tables")
                .isEqualTo(500);
    }

    /** The tables are compressed to a half and a quarter. Together, 1,000 bytes on disk each are 6,000 bytes. */
    @Test
    void theRatioIsThatOfTheTablesThatAreCompacted() throws Exception {
        TableName others = TableName.parse("shop.others");
        ofTable("LiveDiskSpaceUsed", CountMBean.class, () -> 1_000L);
        ofTable("CompressionRatio", ValueMBean.class, () -> 0.5);
        ofTable(others, "LiveDiskSpaceUsed", CountMBean.class, () -> 1_000L);
        ofTable(others, "CompressionRatio", ValueMBean.class, () -> 0.25);
        List<TableName> both = List.of(ROWS, others);
        assertThat(stats.compacted(List.of(), both)).isEqualTo(1_667);
        manager.running.add(task("Compaction", "bytes", "3000", "9000", "0"));
        assertThat(stats.compacted(stats.running(), both)).isEqualTo(3_167);
    }

    @Test
    void sumsThePendingCompactionsOfTheTables() throws Exception {
        Map<String, Map<String, Integer>> pending = Map.of("shop", Map.of("rows", 3, "others", 50), "etc", Map.of());
        server.registerMBean(
                new StandardMBean(() -> pending, ValueMBean.class),
                new ObjectName(METRICS + "PendingTasksByTableName"));
        assertThat(stats.pending(List.of(TableName.parse("shop.rows"), TableName.parse("etc.rows"))))
                .isEqualTo(3);
    }

    /** Cassandra counts flushed bytes before compression. */
    @Test
    void theSizeOfAFlushIsThatOnDisk() throws Exception {
        assertThat(stats.flushed(List.of(ROWS))).as("no metrics").isEmpty();
        long[] counts = {0, 0};
        ofTable("BytesFlushed", CountMBean.class, () -> counts[0]);
        ofTable("MemtableSwitchCount", CountMBean.class, () -> counts[1]);
        Object[] ratio = {-1.0};
        ofTable("CompressionRatio", ValueMBean.class, () -> ratio[0]);
        assertThat(stats.flushed(List.of(ROWS))).as("before the first flush").containsExactly(Map.entry(ROWS, 0.0));
        counts[0] = 4_000;
        counts[1] = 2;
        assertThat(stats.flushed(List.of(ROWS, TableName.parse("shop.others"))))
                .containsExactly(Map.entry(ROWS, 2_000.0));
        ratio[0] = 0.5;
        assertThat(stats.flushed(List.of(ROWS))).containsExactly(Map.entry(ROWS, 1_000.0));
    }

    /** Cassandra counts switches of empty memtables too, so the agent reports the mean that Cassandra uses. */
    @Test
    void theAgentReportsTheSizeOfAFlush() throws Exception {
        ofTable("BytesFlushed", CountMBean.class, () -> 4_000L);
        ofTable("MemtableSwitchCount", CountMBean.class, () -> 3L);
        ofTable("CompressionRatio", ValueMBean.class, () -> -1.0);
        server.registerMBean(
                new StandardMBean(table -> table.equals("shop.rows") ? 2_000 : 0, FlushMBean.class),
                new ObjectName("io.rafiki:type=StorageKnobs"));
        assertThat(stats.flushed(List.of(ROWS))).containsExactly(Map.entry(ROWS, 2_000.0));
    }

    /** Cassandra's integer of 0.4 is 0, which means unlimited. */
    @Test
    void readsTheExactLimitOfCompactions() throws Exception {
        Throughput limit = new Throughput(0.4);
        server.registerMBean(
                new StandardMBean(limit, ThroughputMBean.class),
                new ObjectName("org.apache.cassandra.db:type=StorageService"));
        assertThat(stats.throttle()).hasValue(0.4 * (1 << 20));
    }

    @Test
    void readsTheRoundedLimitOnlyWhereThereIsNoExactOne() throws Exception {
        ObjectName service = new ObjectName("org.apache.cassandra.db:type=StorageService");
        server.registerMBean(new StandardMBean(new BusyThroughput(), ThroughputMBean.class), service);
        assertThatThrownBy(stats::throttle).isInstanceOf(NodeException.class).hasMessageContaining("busy");
        server.unregisterMBean(service);
        server.registerMBean(new StandardMBean(() -> 64, RoundedMBean.class), service);
        assertThat(stats.throttle()).hasValue(64 << 20);
    }

    @Test
    void stopsCompactionsByTheirIds() throws Exception {
        manager.running.add(task("Compaction", "bytes", "500", "2000", "1000"));
        stats.stop(stats.running());
        assertThat(manager.stopped).containsExactly("5b7ea510-c8a5-11f0-9b2c-000000000001");
    }

    private <T> void ofTable(String name, Class<T> type, T metric) throws Exception {
        ofTable(ROWS, name, type, metric);
    }

    private <T> void ofTable(TableName table, String name, Class<T> type, T metric) throws Exception {
        server.registerMBean(
                new StandardMBean(metric, type),
                new ObjectName("org.apache.cassandra.metrics:type=Table,keyspace=" + table.keyspace() + ",scope="
                        + table.table() + ",name=" + name));
    }

    private void ofStorage(String name, CountMBean metric) throws Exception {
        server.registerMBean(
                new StandardMBean(metric, CountMBean.class),
                new ObjectName("org.apache.cassandra.metrics:type=Storage,name=" + name));
    }

    private void count(String name, long number) throws Exception {
        server.registerMBean(new StandardMBean(() -> number, CountMBean.class), new ObjectName(METRICS + name));
    }

    private static Map<String, String> task(
            String type, String unit, String completed, String total, String compressed) {
        return Map.of(
                "compactionId",
                "5b7ea510-c8a5-11f0-9b2c-000000000001",
                "keyspace",
                "shop",
                "columnfamily",
                "rows",
                "taskType",
                type,
                "unit",
                unit,
                "completed",
                completed,
                "total",
                total,
                "totalCompressed",
                compressed,
                "sstables",
                "BigTableReader:big(path='/data/shop/rows-1b25/nb-1-big-Data.db'),"
                        + "BigTableReader:big(path='/data/shop/rows-1b25/nb-2-big-Data.db')");
    }

    public interface CountMBean {
        long getCount();
    }

    public interface ValueMBean {
        Object getValue();
    }

    public interface ThroughputMBean {
        int getCompactionThroughputMbPerSec();

        double getCompactionThroughtputMibPerSecAsDouble();
    }

    public interface RoundedMBean {
        int getCompactionThroughputMbPerSec();
    }

    static final class BusyThroughput implements ThroughputMBean {
        @Override
        public int getCompactionThroughputMbPerSec() {
            return 0;
        }

        @Override
        public double getCompactionThroughtputMibPerSecAsDouble() {
            throw new IllegalStateException("busy");
        }
    }

    record Throughput(double mebibytes) implements ThroughputMBean {
        @Override
        public int getCompactionThroughputMbPerSec() {
            return (int) Math.round(mebibytes);
        }

        @Override
        public double getCompactionThroughtputMibPerSecAsDouble() {
            return mebibytes;
        }
    }

    public interface FlushMBean {
        double flushedBytes(String table);
    }

    public interface ManagerMBean {
        List<Map<String, String>> getCompactions();

        void stopCompactionById(String id);
    }

    static final class Manager implements ManagerMBean {
        final List<Map<String, String>> running = new ArrayList<>();
        final List<String> stopped = new ArrayList<>();

        @Override
        public List<Map<String, String>> getCompactions() {
            return running;
        }

        @Override
        public void stopCompactionById(String id) {
            stopped.add(id);
        }
    }
}
