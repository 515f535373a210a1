package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.ValueChanged;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each knob of the catalogue is set on a running node and read back, and its effect is seen by other means than ours: nodetool's
 * output, Cassandra's metrics, or how much fits into a memtable.
 */
@ExtendWith(SharedNode.class)
class LiveKnobsIT {

    private static final TableName TABLE = new TableName("load", "events");
    private static final long MIB = 1L << 20;

    private static RealNode node;
    private static CqlSession session;
    private static KnobCatalogue catalogue;
    private static NodeKnobs knobs;

    @BeforeAll
    static void connect(RealNode running) throws Exception {
        node = running;
        catalogue =
                KnobCatalogue.read(Distribution.file("conf/knobs/cassandra-5.0.yaml"), NodeKnobs.machine(node.beans()));
        knobs = new NodeKnobs(node.beans(), catalogue);
        session = node.session();
        session.execute("CREATE KEYSPACE load WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }

    @AfterAll
    static void disconnect() {
        session.close();
    }

    @Test
    void concurrentReads() throws Exception {
        set("concurrent_reads", 17);
        assertThat(node.tools().nodetool("getconcurrency", "ReadStage")).containsPattern("ReadStage\\s+\\d+\\s+17");
        assertThat(node.metric("type=ThreadPools,path=request,scope=ReadStage,name=MaxPoolSize", "Value"))
                .isEqualTo(17);
    }

    @Test
    void concurrentWrites() throws Exception {
        set("concurrent_writes", 48);
        assertThat(node.tools().nodetool("getconcurrency", "MutationStage"))
                .containsPattern("MutationStage\\s+\\d+\\s+48");
        assertThat(node.metric("type=ThreadPools,path=request,scope=MutationStage,name=MaxPoolSize", "Value"))
                .isEqualTo(48);
    }

    @Test
    void concurrentCompactors() throws Exception {
        set("concurrent_compactors", 1);
        assertThat(node.tools().nodetool("getconcurrentcompactors")).contains("compactors in the system is: \n1");
        assertThat(node.metric("type=ThreadPools,path=internal,scope=CompactionExecutor,name=MaxPoolSize", "Value"))
                .isEqualTo(1);
    }

    @Test
    void compactionThroughput() throws Exception {
        set("compaction_throughput", 24);
        assertThat(node.tools().nodetool("getcompactionthroughput")).contains("24 MB/s");
        set("compaction_throughput", "unlimited");
        assertThat(node.tools().nodetool("getcompactionthroughput")).contains(": 0 MB/s");
    }

    /** A memtable space of a quarter of the heap, 128 MiB, takes 60 MiB without a flush or in flushes of less than 20 MiB. */
    @Test
    void memtableCleanupThreshold() throws Exception {
        Load load = Load.into(session, TABLE, false);
        set("memtable_cleanup_threshold", 0.1);
        assertThat(flushesDuring(load)).isBetween(3L, 8L);
        set("memtable_cleanup_threshold", 0.6);
        assertThat(flushesDuring(load)).isZero();
        long before = switches();
        set("memtable_cleanup_threshold", 0.1);
        await("flush of what now lies over the threshold")
                .atMost(Duration.ofMinutes(1))
                .until(() -> switches() > before);
    }

    /** The cache holds what the knob allows less the 32 MiB that Cassandra keeps back; shrinking evicts at once. */
    @Test
    void fileCacheSize() throws Exception {
        Load load = Load.into(session, TABLE, false);
        load.write(120);
        node.flush("load");
        set("file_cache_size", 128);
        load.scan();
        assertThat(cached()).isBetween(80 * MIB, 96 * MIB);
        set("file_cache_size", 64);
        assertThat(cached()).isBetween(16 * MIB, 32 * MIB);
        load.scan();
        assertThat(cached()).isBetween(16 * MIB, 32 * MIB);
    }

    @Test
    void compaction() throws Exception {
        TableName levels = new TableName("load", "levels");
        Load load = Load.into(session, levels, true);
        for (int i = 0; i < 3; i++) {
            load.write(1);
            node.flush("load");
        }
        assertThat(sstables(levels)).isEqualTo(3);
        double leveled = catalogue.entry("compaction").knob().code("Leveled");
        knobs.write("compaction", leveled, List.of(levels));
        assertThat(knobs.reading("compaction", List.of(levels)).code()).isEqualTo(leveled);
        await().atMost(Duration.ofSeconds(30)).until(() -> sstables(levels) == 1);
        assertThat(node.tools().nodetool("tablestats", "load.levels")).contains("SSTables in each level: [1,");
        knobs.write("compaction", catalogue.entry("compaction").knob().code("Unified(T4)"), List.of(levels));
        assertThat(node.tools().nodetool("tablestats", "load.levels")).doesNotContain("SSTables in each level");
    }

    /** nodetool reports the capacity that the knob sets; at 0 the cache discards all keys. */
    @Test
    void keyCacheSize() throws Exception {
        Load load = Load.into(session, TABLE, false);
        load.write(1);
        node.flush("load");
        set("key_cache_size", 16);
        load.scan();
        assertThat(node.tools().nodetool("info"))
                .containsPattern("Key Cache +: entries \\d+, size .*, capacity 16 MiB");
        set("key_cache_size", "off");
        assertThat(node.metric("type=Cache,scope=KeyCache,name=Entries", "Value"))
                .isZero();
    }

    /** Cassandra's own description of a new sstable contains the chunk length. Any ALTER TABLE resets the live value. */
    @Test
    void compression() throws Exception {
        TableName chunks = new TableName("load", "chunks");
        Load load = Load.into(session, chunks, true);
        double small = catalogue.entry("compression").knob().code("LZ4(4KiB)");
        knobs.write("compression", small, List.of(chunks));
        assertThat(knobs.reading("compression", List.of(chunks)).code()).isEqualTo(small);
        load.write(1);
        node.flush("load");
        assertThat(node.attribute(table(chunks), "CompressionParametersJson").toString())
                .contains("\"chunk_length_in_kb\":\"4\"");
        knobs.write("compression", catalogue.entry("compression").knob().code("none"), List.of(chunks));
        load.write(1);
        node.flush("load");
        assertThat(node.tools().nodetool("tablestats", "load.chunks")).contains("SSTable Compression Ratio");
        session.execute("ALTER TABLE load.chunks WITH comment = 'changed'");
        assertThat(knobs.reading("compression", List.of(chunks)).code())
                .isEqualTo(catalogue.entry("compression").knob().defaultCode());
    }

    /** An operator alters the second table of a group while the first one is written. */
    @Test
    void aTableThatIsAlteredBeforeItsTurnIsNotOverwritten() throws Exception {
        TableName first = new TableName("load", "first");
        TableName second = new TableName("load", "second");
        Load.into(session, first, true);
        Load.into(session, second, true);
        MBeanServerConnection raced = (MBeanServerConnection) Proxy.newProxyInstance(
                LiveKnobsIT.class.getClassLoader(),
                new Class<?>[] {MBeanServerConnection.class},
                (proxy, method, arguments) -> {
                    Object answer = method.invoke(node.beans(), arguments);
                    if (method.getName().equals("setAttribute")) {
                        session.execute("ALTER TABLE load.second WITH compaction ="
                                + " {'class': 'TimeWindowCompactionStrategy'}");
                    }
                    return answer;
                });
        double leveled = catalogue.entry("compaction").knob().code("Leveled");
        assertThatThrownBy(() -> new NodeKnobs(raced, catalogue).write("compaction", leveled, List.of(first, second)))
                .isInstanceOfSatisfying(NodeException.class, refused -> assertThat(refused.failure())
                        .isInstanceOfSatisfying(ValueChanged.class, changed -> assertThat(changed.table())
                                .isEqualTo("load.second")));
        assertThat(node.attribute(table(second), "CompactionParametersJson").toString())
                .contains("TimeWindowCompactionStrategy");
        assertThat(node.attribute(table(first), "CompactionParametersJson").toString())
                .as("all tables of the group or none")
                .contains("SizeTieredCompactionStrategy");
    }

    private static String table(TableName table) {
        return "org.apache.cassandra.db:type=Tables,keyspace=" + table.keyspace() + ",table=" + table.table();
    }

    @Test
    void refusesValuesThatWouldBlockTheNode() throws Exception {
        long before = node.metric("type=ThreadPools,path=request,scope=ReadStage,name=MaxPoolSize", "Value");
        assertThatThrownBy(() -> knobs.write("concurrent_reads", 0, List.of())).isInstanceOf(NodeException.class);
        assertThat(node.metric("type=ThreadPools,path=request,scope=ReadStage,name=MaxPoolSize", "Value"))
                .isEqualTo(before);
        assertThatThrownBy(() -> knobs.write("memtable_cleanup_threshold", 1, List.of()))
                .isInstanceOf(NodeException.class);
    }

    /** Past the catalogue, straight at the MBean, as any JMX client may. */
    @ParameterizedTest
    @CsvSource({"MemtableCleanupThreshold, 1.0", "MemtableCleanupThreshold, NaN", "MemtableCleanupThreshold, 0.0"})
    void theAddedSettersRefuseDangerousValues(String attribute, double value) throws Exception {
        assertRefused(attribute, value);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 32, RealNode.HEAP_MIB + 1})
    void theAddedSettersRefuseDangerousValues(int fileCacheSize) throws Exception {
        assertRefused("FileCacheSizeInMiB", fileCacheSize);
    }

    /** The options of a table that was created with cassandra_latest.yaml. Leveled refuses them; they return with Unified. */
    @Test
    void optionsOfOneStrategyReturnWithIt() throws Exception {
        TableName latest = new TableName("load", "latest");
        session.execute(
                "CREATE TABLE " + latest + " (key int PRIMARY KEY) WITH compaction = {"
                        + "'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4', 'max_sstables_to_compact': '64',"
                        + " 'target_sstable_size': '1GiB', 'sstable_growth': '0.3333333333333333', 'min_sstable_size': '100MiB'}");
        ObjectName table = new ObjectName("org.apache.cassandra.db:type=Tables,keyspace=load,table=latest");
        Object before = node.beans().getAttribute(table, "CompactionParameters");
        assertThat(knobs.reading("compaction", List.of(latest)).found()).isEqualTo("Unified(T4)");

        for (String value : List.of("Unified(L10)", "Leveled", "Unified(T4)")) {
            knobs.set("compaction", value, List.of(latest));
            assertThat(knobs.reading("compaction", List.of(latest)).found()).isEqualTo(value);
        }
        assertThat(node.beans().getAttribute(table, "CompactionParameters")).isEqualTo(before);
    }

    /** An operator has turned them off; no task pauses them. */
    @Test
    void compactionsThatAreOffAreNotPaused() throws Exception {
        ObjectName service = new ObjectName("org.apache.cassandra.db:type=StorageService");
        TableName history = new TableName("system_distributed", "repair_history");
        Object[] table = {history.keyspace(), new String[] {history.table()}};
        String[] signature = {String.class.getName(), String[].class.getName()};
        node.beans().invoke(service, "disableAutoCompaction", table, signature);
        try {
            assertThat(node.beans().invoke(service, "getAutoCompactionStatus", table, signature))
                    .isEqualTo(Map.of(history.table(), true));
            assertThat(node.beans()
                            .invoke(
                                    new ObjectName("io.rafiki:type=StorageKnobs"),
                                    "compactionPaused",
                                    new Object[] {history.toString()},
                                    new String[] {String.class.getName()}))
                    .isEqualTo(false);
        } finally {
            node.beans().invoke(service, "enableAutoCompaction", table, signature);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, RealNode.HEAP_MIB})
    void theKeyCacheStaysWithinHalfOfTheHeap(int size) throws Exception {
        assertRefused("KeyCacheSizeInMiB", size);
    }

    private static void assertRefused(String attribute, Object value) throws Exception {
        ObjectName bean = new ObjectName("io.rafiki:type=StorageKnobs");
        Object before = node.beans().getAttribute(bean, attribute);
        assertThatThrownBy(() -> node.beans().setAttribute(bean, new Attribute(attribute, value)))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasStackTraceContaining("found " + value);
        assertThat(node.beans().getAttribute(bean, attribute)).isEqualTo(before);
    }

    private static void set(String knob, Object value) throws NodeException {
        double code = catalogue.entry(knob).knob().code(value);
        knobs.write(knob, code, List.of(TABLE));
        assertThat(knobs.reading(knob, List.of(TABLE)).code()).as(knob).isEqualTo(code);
    }

    /** Memtables switched while 60 MiB are written into an empty one. */
    private static long flushesDuring(Load load) throws IOException, JMException, InterruptedException {
        node.flush("load");
        long before = switches();
        load.write(60);
        return switches() - before;
    }

    private static long switches() throws IOException, JMException {
        return node.metric("type=Table,keyspace=load,scope=events,name=MemtableSwitchCount", "Count");
    }

    private static long sstables(TableName table) throws IOException, JMException {
        return node.metric(
                "type=Table,keyspace=" + table.keyspace() + ",scope=" + table.table() + ",name=LiveSSTableCount",
                "Value");
    }

    private static long cached() throws IOException, JMException {
        return node.metric("type=Cache,scope=ChunkCache,name=Size", "Value");
    }
}
