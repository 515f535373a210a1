package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.KnobSkip.KnobNotLive;
import io.rafiki.node.KnobSkip.KnobOutsideCatalogue;
import io.rafiki.node.KnobSkip.KnobUnreadable;
import io.rafiki.node.NodeFailure.AgentMbeanMissing;
import io.rafiki.node.NodeFailure.CallRefused;
import io.rafiki.node.NodeFailure.KnobFailed;
import io.rafiki.node.NodeFailure.NeedsRestart;
import io.rafiki.node.NodeFailure.OptionsNotInSchema;
import io.rafiki.node.NodeFailure.ReadBackDiffers;
import io.rafiki.node.NodeFailure.TableWriteFailed;
import io.rafiki.node.NodeFailure.TablesDiffer;
import io.rafiki.node.NodeFailure.TimeWindowTable;
import io.rafiki.node.NodeFailure.UnknownOption;
import io.rafiki.node.NodeFailure.ValueChanged;
import io.rafiki.node.NodeFailure.ValueNotAllowed;
import io.rafiki.workload.OperationCounts;
import io.rafiki.workload.TableLoad;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeKnobsTest {

    private static final String SIZE_TIERED =
            "{\"class\":\"org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy\","
                    + "\"min_threshold\":\"4\",\"max_threshold\":\"32\"}";
    private static final String LEVELED = "{\"class\":\"LeveledCompactionStrategy\"}";
    private static final String LATEST =
            "{\"class\":\"UnifiedCompactionStrategy\",\"max_sstables_to_compact\":\"64\",\"min_sstable_size\":\"100MiB\","
                    + "\"scaling_parameters\":\"T4\",\"sstable_growth\":\"0.3333333333333333\",\"target_sstable_size\":\"1GiB\"}";
    private static final TableName T = new TableName("ks", "t");
    private static final TableName U = new TableName("ks", "u");
    private static final List<TableName> TABLES = List.of(T, U);

    private final MBeanServer node = MBeanServerFactory.newMBeanServer();
    private final Beans.Pool reads = new Beans.Pool(32);
    private final Beans.Pool writes = new Beans.Pool(32);
    private final Beans.StorageService service = new Beans.StorageService();
    private final Beans.StorageKnobs storage = new Beans.StorageKnobs();
    private final Beans.Table t = new Beans.Table(SIZE_TIERED);
    private final Beans.Table u = new Beans.Table(SIZE_TIERED);
    private KnobCatalogue catalogue;
    private NodeKnobs knobs;

    @BeforeEach
    void registerTheNodesBeans() throws JMException, ConfigException {
        register("org.apache.cassandra.request:type=ReadStage", reads, Beans.PoolMBean.class);
        register("org.apache.cassandra.request:type=MutationStage", writes, Beans.PoolMBean.class);
        register("org.apache.cassandra.db:type=StorageService", service, Beans.StorageServiceMBean.class);
        register("org.apache.cassandra.db:type=Tables,keyspace=ks,table=t", t, Beans.TableMBean.class);
        register("org.apache.cassandra.db:type=Tables,keyspace=ks,table=u", u, Beans.TableMBean.class);
        register("io.rafiki:type=StorageKnobs", storage, Beans.StorageKnobsMBean.class);
        catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        knobs = new NodeKnobs(node, catalogue);
    }

    /** Both options have a part named enabled; only that of compaction is the state of automatic compaction. */
    @Test
    void compressionStaysOnWhereAutomaticCompactionIsOff() throws NodeException {
        service.off.add("ks.t");
        knobs.write("compression", catalogue.entry("compression").knob().code("LZ4(4KiB)"), TABLES);
        assertThat(t.compression).contains("\"chunk_length_in_kb\":\"4\"").doesNotContain("enabled");
        knobs.write("compression", catalogue.entry("compression").knob().code("none"), TABLES);
        assertThat(t.compression).isEqualTo("{\"enabled\":\"false\"}");
        assertThat(knobs.reading("compression", TABLES).code())
                .isEqualTo(catalogue.entry("compression").knob().code("none"));
    }

    @Test
    void aFreshNodeReadsAsTheDefaults() throws NodeException {
        assertThat(knobs.read(catalogue.space(), TABLES))
                .isEqualTo(catalogue.space().defaults());
    }

    @Test
    void whatIsWrittenIsInTheNodeAndIsRead() throws NodeException {
        storage.cache = 256;
        Map<String, Object> values = Map.of(
                "compaction",
                "Unified(L10)",
                "concurrent_writes",
                128L,
                "concurrent_reads",
                8L,
                "file_cache_size",
                128L,
                "memtable_cleanup_threshold",
                0.123,
                "concurrent_compactors",
                4L,
                "compaction_throughput",
                "unlimited",
                "key_cache_size",
                "off",
                "compression",
                "none");
        for (Map.Entry<String, Object> value : values.entrySet()) {
            knobs.set(value.getKey(), value.getValue(), TABLES);
        }

        assertThat(knobs.read(catalogue.space(), TABLES).toMap()).containsExactlyInAnyOrderEntriesOf(values);
        assertThat(reads.maximum).isEqualTo(8);
        assertThat(writes.maximum).isEqualTo(128);
        assertThat(service.compactors).isEqualTo(4);
        assertThat(service.throughput).isZero();
        assertThat(storage.cache).isEqualTo(128);
        assertThat(storage.keys).isZero();
        assertThat(storage.threshold).isEqualTo(0.123f);
        assertThat(u.json).isEqualTo("{\"class\":\"UnifiedCompactionStrategy\",\"scaling_parameters\":\"L10\"}");
    }

    @Test
    void anOutOfRangeValueNeverReachesTheNode() {
        assertFailure(
                "concurrent_reads",
                0,
                new ValueNotAllowed("concurrent_reads: expected a whole number 8..128, found 0"));
        assertFailure("compaction", 7, new ValueNotAllowed("compaction: expected an index 0..6, found 7"));
        assertThat(reads.writes).isEmpty();
    }

    @Test
    void aNodeThatDoesNotTakeTheValueIsFoundOut() {
        reads.deaf = true;

        assertFailure(
                "concurrent_reads",
                64,
                new KnobFailed(
                        "concurrent_reads=64",
                        new ReadBackDiffers(
                                "org.apache.cassandra.request:type=ReadStage MaximumPoolSize", "64", "32")));
    }

    @Test
    void reportsTheNodesErrorInOneLine() {
        assertFailure(
                "concurrent_compactors",
                3,
                new KnobFailed(
                        "concurrent_compactors=3",
                        new CallRefused(
                                "org.apache.cassandra.db:type=StorageService ConcurrentCompactors",
                                "three is not to my taste")));
    }

    @Test
    void reportsAMissingAgent() throws JMException {
        node.unregisterMBean(new ObjectName("io.rafiki:type=StorageKnobs"));

        assertThatThrownBy(() -> knobs.read(catalogue.space(), TABLES))
                .isInstanceOfSatisfying(NodeException.class, e -> assertThat(e.failure())
                        .isEqualTo(new KnobFailed(
                                "file_cache_size",
                                new AgentMbeanMissing("io.rafiki:type=StorageKnobs FileCacheSizeInMiB"))))
                .hasMessage("file_cache_size: io.rafiki:type=StorageKnobs FileCacheSizeInMiB:"
                        + " the node has no such MBean; the agent registers it");
    }

    @Test
    void theChunkCacheIsNotSwitchedInARunningNode() throws NodeException {
        assertFailure("file_cache_size", 256, new KnobFailed("file_cache_size=256", new NeedsRestart("off")));

        storage.cache = 256;
        assertFailure("file_cache_size", 0, new KnobFailed("file_cache_size=off", new NeedsRestart("256")));
        assertThat(storage.cache).isEqualTo(256);
    }

    @Test
    void reportsAnUnknownValueWithTheNearestOne() throws NodeException {
        reads.maximum = 500;

        KnobValue reading = knobs.reading("concurrent_reads", TABLES);
        assertThat(reading.exact()).isFalse();
        assertThat(reading.code()).isEqualTo(128);
        assertThat(reading.found()).isEqualTo("500");
        assertThatThrownBy(() -> knobs.read(catalogue.space(), TABLES))
                .isInstanceOfSatisfying(NodeException.class, e -> assertThat(e.failure())
                        .isEqualTo(new ValueNotAllowed("concurrent_reads: expected a whole number 8..128, found 500")));

        knobs.set("concurrent_reads", 64, TABLES);
        assertThat(reads.maximum).isEqualTo(64);
    }

    @Test
    void aNewStrategyIsFollowedByABackgroundCompactionOfItsTable() throws NodeException {
        t.json = "{\"class\":\"LeveledCompactionStrategy\"}";

        knobs.set("compaction", "Leveled", TABLES);

        assertThat(service.submitted).containsExactly("ks.u");
    }

    @Test
    void automaticCompactionThatIsOffStaysOff() throws NodeException {
        service.off.add("ks.t");

        knobs.set("compaction", "Leveled", TABLES);

        assertThat(t.json).contains("\"enabled\":\"false\"");
        assertThat(u.json).doesNotContain("enabled");
        assertThat(service.submitted).containsExactly("ks.u");

        service.off.clear();
        knobs.set("compaction", "Unified(T4)", TABLES);
        assertThat(t.json).doesNotContain("enabled");
    }

    @Test
    void theTablesOwnOptionsStay() throws NodeException {
        t.json = "{\"class\":\"SizeTieredCompactionStrategy\",\"only_purge_repaired_tombstones\":\"true\"}";

        knobs.set("compaction", "Leveled", TABLES);

        assertThat(t.json)
                .isEqualTo("{\"class\":\"LeveledCompactionStrategy\",\"only_purge_repaired_tombstones\":\"true\"}");
    }

    /** The options that cassandra_latest.yaml states for new tables; Leveled refuses them. */
    @Test
    void theOptionsOfAClassReturnWithIt() throws NodeException {
        t.json = LATEST;
        storage.schema.put("ks.t", LATEST);
        double before = knobs.reading("compaction", List.of(T)).code();

        knobs.set("compaction", "Unified(L10)", List.of(T));
        assertThat(t.json).isEqualTo(LATEST.replace("T4", "L10"));
        knobs.set("compaction", "Leveled", List.of(T));
        assertThat(t.json).isEqualTo(LEVELED);
        knobs.write("compaction", before, List.of(T));
        assertThat(t.json).isEqualTo(LATEST);
    }

    /** Another JMX client has set them, so nothing could restore them. */
    @Test
    void aTableWithOptionsThatItsSchemaLacksIsNotTuned() {
        t.json = LATEST;
        storage.schema.put("ks.t", LATEST.replace("64", "32"));
        assertFailure("compaction", 1, new KnobFailed("compaction=Leveled", new OptionsNotInSchema("ks.t", LATEST)));
        storage.schema.clear();
        assertFailure("compaction", 1, new KnobFailed("compaction=Leveled", new OptionsNotInSchema("ks.t", LATEST)));
        assertThat(t.json).isEqualTo(LATEST);
        t.json = "{\"class\":\"UnifiedCompactionStrategy\",\"scaling_parameters\":\"T4\"}";
        storage.schema.put("ks.t", LATEST);
        assertFailure("compaction", 1, new KnobFailed("compaction=Leveled", new OptionsNotInSchema("ks.t", t.json)));
    }

    /** The model knows no layout with other values. */
    @Test
    void otherValuesOfThoseOptionsAreUnknown() {
        t.json = LATEST.replace("1GiB", "64MiB");
        storage.schema.put("ks.t", t.json);
        assertFailure("compaction", 1, new KnobFailed("compaction=Leveled", new UnknownOption("ks.t", t.json)));
    }

    @Test
    void theOptionForAllNodesHasTheStateOfTheSchema() throws NodeException {
        t.json = "{\"class\":\"LeveledCompactionStrategy\",\"enabled\":\"false\"}";
        storage.schema.put("ks.t", LATEST);
        double leveled = catalogue.entry("compaction").knob().code("Leveled");
        assertThat(knobs.tableOption("compaction", leveled, T)).doesNotContainKey("enabled");
        assertThat(knobs.droppedOptions("compaction", leveled, T))
                .containsOnlyKeys(
                        "max_sstables_to_compact", "min_sstable_size", "sstable_growth", "target_sstable_size");
        double unified = catalogue.entry("compaction").knob().code("Unified(L10)");
        assertThat(knobs.tableOption("compaction", unified, T)).containsEntry("max_sstables_to_compact", "64");
        assertThat(knobs.droppedOptions("compaction", unified, T)).isEmpty();
        storage.schema.put("ks.t", "{\"class\":\"LeveledCompactionStrategy\",\"enabled\":\"false\"}");
        assertThat(knobs.tableOption("compaction", leveled, T)).containsEntry("enabled", "false");
    }

    @Test
    void aStrategyThatTheCatalogueDoesNotKnowIsNotOverwritten() {
        u.json = "{\"class\":\"TimeWindowCompactionStrategy\"}";

        assertFailure("compaction", 1, new KnobFailed("compaction=Leveled", new TimeWindowTable("ks.u")));
        assertThat(t.json).isEqualTo(SIZE_TIERED);
        assertThat(u.json).contains("TimeWindow");
    }

    @Test
    void allTablesChangeOrNone() {
        u.refuses = "Leveled";

        assertFailure(
                "compaction",
                1,
                new KnobFailed(
                        "compaction=Leveled",
                        new TableWriteFailed(
                                "ks.u",
                                new CallRefused(
                                        "org.apache.cassandra.db:type=Tables,keyspace=ks,table=u"
                                                + " CompactionParametersJson",
                                        "Could not set new local compaction strategy: no"),
                                List.of())));
        assertThat(t.json).isEqualTo(SIZE_TIERED);
        assertThat(u.json).isEqualTo(SIZE_TIERED);
    }

    /** An operator turned it on again by nodetool, which the JSON does not show. */
    @Test
    void aRestoreDoesNotTurnAutomaticCompactionOff() {
        t.json = "{\"class\":\"SizeTieredCompactionStrategy\",\"enabled\":\"false\"}";
        u.refuses = "Leveled";
        assertThatThrownBy(() -> knobs.set("compaction", "Leveled", TABLES)).isInstanceOf(NodeException.class);
        assertThat(t.json).contains("SizeTiered").doesNotContain("enabled");
    }

    /** A truncation pauses compactions for a moment. A write in it would turn them off for good. */
    @Test
    void pausedCompactionsAreNotTakenForOff() {
        service.off.add("ks.t");
        storage.paused.add("ks.t");
        assertThatThrownBy(() -> knobs.set("compaction", "Leveled", TABLES)).isInstanceOf(NodeException.class);
        assertThat(t.json).isEqualTo(SIZE_TIERED);
        assertThat(u.json).isEqualTo(SIZE_TIERED);
    }

    /** Without the agent a pause looks as if an operator had turned them off. */
    @Test
    void compactionsThatMayBePausedAreNotWrittenWithoutTheAgent() throws JMException, NodeException {
        node.unregisterMBean(new ObjectName("io.rafiki:type=StorageKnobs"));
        service.off.add("ks.t");
        assertFailure(
                "compaction",
                1,
                new KnobFailed(
                        "compaction=Leveled",
                        new TableWriteFailed(
                                "ks.t",
                                new AgentMbeanMissing("io.rafiki:type=StorageKnobs compactionPaused"),
                                List.of())));
        assertThat(t.json).isEqualTo(SIZE_TIERED);
        assertThat(u.json).isEqualTo(SIZE_TIERED);

        service.off.clear();
        knobs.set("compaction", "Leveled", TABLES);
        assertThat(t.json).isEqualTo(LEVELED);
    }

    @Test
    void automaticCompactionStaysOffWhenAnotherTableRefuses() {
        service.off.add("ks.t");
        u.refuses = "Leveled";
        assertThatThrownBy(() -> knobs.set("compaction", "Leveled", TABLES)).isInstanceOf(NodeException.class);
        assertThat(t.json).contains("SizeTiered").contains("\"enabled\":\"false\"");
    }

    @Test
    void aValueIsReplacedOnlyIfItIsTheExpectedOne() throws NodeException {
        reads.maximum = 48;
        assertThatThrownBy(() -> knobs.replace("concurrent_reads", 32, 64, TABLES))
                .isInstanceOfSatisfying(NodeException.class, e -> assertThat(e.failure())
                        .isEqualTo(new ValueChanged("concurrent_reads", "", "32", "48")));
        assertThat(reads.writes).isEmpty();

        knobs.replace("concurrent_reads", 48, 64, TABLES);
        assertThat(reads.maximum).isEqualTo(64);
    }

    @Test
    void noTableIsWrittenIfOneHasAnotherValueThanExpected() {
        u.json = LEVELED;
        assertThatThrownBy(() -> knobs.replace("compaction", 0, 3, TABLES))
                .isInstanceOfSatisfying(NodeException.class, e -> assertThat(e.failure())
                        .isEqualTo(new ValueChanged("compaction", "ks.u", "SizeTiered", "Leveled")));
        assertThat(t.json).isEqualTo(SIZE_TIERED);
        assertThat(u.json).isEqualTo(LEVELED);
    }

    @Test
    void readsWhatCanBeTunedAndWhyTheRestCannot() throws JMException {
        node.unregisterMBean(new ObjectName("io.rafiki:type=StorageKnobs"));
        service.throughput = 300;
        u.json = "{\"class\":\"TimeWindowCompactionStrategy\"}";

        NodeConfiguration found = knobs.read(
                catalogue.space(List.of("compaction", "file_cache_size", "compaction_throughput", "trickle_fsync")),
                TABLES,
                Map.of(T, load(10), U, load(30)));

        assertThat(found.skipped())
                .containsExactly(
                        new KnobUnreadable(
                                "file_cache_size",
                                new AgentMbeanMissing("io.rafiki:type=StorageKnobs FileCacheSizeInMiB")),
                        new KnobOutsideCatalogue("compaction_throughput", "300"),
                        new KnobNotLive("trickle_fsync"));
        assertThat(found.values().get("compaction_throughput"))
                .as("the nearest")
                .isEqualTo(256L);
        assertThat(found.groups().get("compaction")).singleElement().satisfies(group -> {
            assertThat(group.tables()).containsExactly(T);
            assertThat(group.share()).isEqualTo(0.25);
        });
        assertThat(found.isUnknown()).isFalse();
    }

    /** Cassandra's integer of this value is 0, which would mean unlimited. */
    @Test
    void aLimitBelowOneMebibyteIsNotUnlimited() throws NodeException {
        service.throughput = 0.4;
        assertThat(knobs.reading("compaction_throughput", TABLES).found()).isEqualTo("0.4");
        assertThat(knobs.reading("compaction_throughput", TABLES, Map.of()).skip())
                .contains(new KnobOutsideCatalogue("compaction_throughput", "0.4"));
        assertThatThrownBy(() -> knobs.replace("compaction_throughput", 0, 64, TABLES))
                .isInstanceOfSatisfying(NodeException.class, e -> assertThat(e.failure())
                        .isEqualTo(new ValueChanged("compaction_throughput", "", "unlimited", "0.4")));
        assertThat(service.throughput).isEqualTo(0.4);
    }

    @Test
    void aRoundedLimitIsNotReadIfTheExactOneCannotBe() {
        service.throughput = 0.4;
        service.isBusy = true;
        assertThatThrownBy(() -> knobs.replace("compaction_throughput", 0, 64, TABLES))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("busy");
        assertThat(service.throughput).isEqualTo(0.4);
    }

    private static TableLoad load(long reads) {
        return new TableLoad(reads, new OperationCounts(reads, 0, 0));
    }

    @Test
    void tablesThatDisagreeAreAProblemAndCanBeMadeToAgree() throws NodeException {
        u.json = "{\"class\":\"LeveledCompactionStrategy\",\"sstable_size_in_mb\":\"160\"}";

        assertThat(knobs.reading("compaction", TABLES).problem())
                .hasValue(new TablesDiffer("ks.t", "SizeTiered", "ks.u", "Leveled"));

        knobs.set("compaction", "Leveled", TABLES);
        assertThat(knobs.reading("compaction", TABLES).found()).isEqualTo("Leveled");
    }

    @Test
    void aPoolsMaximumRisesFirstAndFallsLast(@TempDir Path folder) throws IOException, ConfigException, NodeException {
        Path file = Files.writeString(
                folder.resolve("knobs.yaml"),
                """
                cassandra: "5.0"
                knobs:
                  concurrent_reads:
                    description: Two attributes that must agree.
                    type: integer
                    scope: node
                    min: 1
                    max: 64
                    default: 32
                    cost: instant
                    start: {yaml: {concurrent_reads: "{value}"}}
                    live: {object: "org.apache.cassandra.request:type=ReadStage", attribute: [MaximumPoolSize, CorePoolSize], type: int}
                """);
        NodeKnobs pool = new NodeKnobs(node, KnobCatalogue.read(file, new NodeResources(2, 1024)));

        pool.set("concurrent_reads", 64, List.of());
        pool.set("concurrent_reads", 4, List.of());

        assertThat(reads.writes).containsExactly("maximum=64", "core=64", "core=4", "maximum=4");
    }

    @Test
    void theMachineIsTheNodesOwn() throws NodeException {
        NodeResources machine = NodeKnobs.machine(ManagementFactory.getPlatformMBeanServer());

        assertThat(machine.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(machine.heapMiB()).isEqualTo(Runtime.getRuntime().maxMemory() >> 20);
    }

    private void assertFailure(String name, double code, NodeFailure failure) {
        assertThatThrownBy(() -> knobs.write(name, code, TABLES))
                .isInstanceOfSatisfying(
                        NodeException.class, e -> assertThat(e.failure()).isEqualTo(failure));
    }

    private <T> void register(String name, T bean, Class<T> type) throws JMException {
        node.registerMBean(new StandardMBean(bean, type), new ObjectName(name));
    }
}
