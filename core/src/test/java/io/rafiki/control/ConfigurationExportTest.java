package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.config.YamlSection;
import io.rafiki.control.configuration.ConfigurationExport;
import io.rafiki.control.configuration.ExportFormat;
import io.rafiki.control.reason.Refusal.DecisionWithoutConfiguration;
import io.rafiki.control.reason.Refusal.TableNotReadable;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.HoldReason.AlreadyBest;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import io.rafiki.reason.ReasonException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigurationExportTest {

    private static final String ALL = "compaction=Unified(L4), concurrent_writes=48, concurrent_reads=64,"
            + " file_cache_size=256, memtable_cleanup_threshold=0.25, concurrent_compactors=3,"
            + " compaction_throughput=unlimited";

    private final LoneNode node = new LoneNode();
    private KnobCatalogue catalogue;
    private SchemaChange schema = SchemaChange.NONE;
    private ConfigurationExport export;

    @BeforeEach
    void twoTables() throws Exception {
        node.addTable(
                "Orders",
                "{\"class\":\"org.apache.cassandra.db.compaction.LeveledCompactionStrategy\",\"fanout_size\":\"10\","
                        + "\"only_purge_repaired_tombstones\":\"true\",\"tombstone_threshold\":\"0.3\"}",
                0);
        catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        export = export("ycsb.usertable", "ycsb.Orders");
    }

    private ConfigurationExport export(String... tables) {
        return new ConfigurationExport(
                catalogue,
                new NodeKnobs(node.server, catalogue),
                schema,
                List.of(tables).stream().map(TableName::parse).toList());
    }

    @Test
    void alterKeepsTheOptionsOfTheTablesOwner() {
        assertThat(statements(ExportFormat.ALTER, "--"))
                .containsExactly(
                        "ALTER TABLE \"ycsb\".\"usertable\" WITH compaction ="
                                + " {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L4'};",
                        "ALTER TABLE \"ycsb\".\"Orders\" WITH compaction ="
                                + " {'class': 'UnifiedCompactionStrategy', 'only_purge_repaired_tombstones': 'true',"
                                + " 'scaling_parameters': 'L4', 'tombstone_threshold': '0.3'};");
    }

    /** An operator turned automatic compaction off on this node alone. */
    @Test
    void theStatementIsForAllNodes() {
        node.table.values.put(
                "CompactionParametersJson", "{\"class\":\"LeveledCompactionStrategy\",\"enabled\":\"false\"}");
        assertThat(text(ALL, ExportFormat.ALTER)).doesNotContain("enabled");
        assertThat(text(ALL, ExportFormat.JSON)).doesNotContain("\"enabled\"");
    }

    @Test
    void aViewHasAStatementOfItsOwn() {
        schema = new SchemaChange() {
            @Override
            public void execute(String cql) {
                throw new IllegalStateException(cql);
            }

            @Override
            public boolean isView(TableName table) {
                return true;
            }
        };
        export = export("ycsb.usertable");
        assertThat(statements(ExportFormat.ALTER, "--"))
                .singleElement()
                .asString()
                .startsWith("ALTER MATERIALIZED VIEW \"ycsb\".\"usertable\" WITH compaction = {");
    }

    @Test
    void nodetoolHasACommandOrACommentForEachKnob() {
        assertThat(statements(ExportFormat.NODETOOL, "#"))
                .containsExactly(
                        "nodetool setconcurrency MutationStage 48",
                        "nodetool setconcurrency ReadStage 64",
                        "nodetool setconcurrentcompactors 3",
                        "nodetool setcompactionthroughput 0");
        String text = text(ALL, ExportFormat.NODETOOL);
        assertThat(comments(text))
                .anySatisfy(line ->
                        assertThat(line).contains("compaction", "alter", "CompactionParametersJson", "{keyspace}"))
                .anySatisfy(line -> assertThat(line)
                        .contains("file_cache_size", "FileCacheSizeInMiB", "io.rafiki:type=StorageKnobs", "256"))
                .anySatisfy(line ->
                        assertThat(line).contains("memtable_cleanup_threshold", "MemtableCleanupThreshold", "0.25"));
        assertThat(comments(text("file_cache_size=off", ExportFormat.NODETOOL)))
                .anySatisfy(line -> assertThat(line).contains("file_cache_size", "next start", "cassandra.yaml"));
    }

    @Test
    void cassandraYamlHasTheKeysAndUnitsOfCassandra() throws Exception {
        YamlSection yaml = YamlSection.parse("exported", text(ALL, ExportFormat.CASSANDRA_YAML));
        assertThat(yaml.keys())
                .containsExactly(
                        "concurrent_writes",
                        "concurrent_reads",
                        "file_cache_enabled",
                        "file_cache_size",
                        "memtable_cleanup_threshold",
                        "concurrent_compactors",
                        "compaction_throughput");
        assertThat(yaml.text("concurrent_reads")).isEqualTo("64");
        assertThat(yaml.flag("file_cache_enabled", false)).isTrue();
        assertThat(yaml.text("file_cache_size")).isEqualTo("256MiB");
        assertThat(yaml.number("memtable_cleanup_threshold", 0, 1)).isEqualTo(0.25);
        assertThat(yaml.text("compaction_throughput")).isEqualTo("0MiB/s");
        assertThat(comments(text(ALL, ExportFormat.CASSANDRA_YAML)))
                .anySatisfy(line -> assertThat(line).contains("compaction", "alter"));
    }

    @Test
    void linesOfCassandraYamlCanBeNested() throws Exception {
        YamlSection yaml = YamlSection.parse("exported", text("memtable=trie", ExportFormat.CASSANDRA_YAML));
        assertThat(yaml.section("memtable")
                        .section("configurations")
                        .section("default")
                        .text("class_name"))
                .isEqualTo("TrieMemtable");
    }

    @Test
    void jsonContainsValuesChangesAndBindings() throws Exception {
        JsonNode json = new ObjectMapper().readTree(text(ALL, ExportFormat.JSON));
        assertThat(json.at("/decision").asText()).isEqualTo("d42");
        assertThat(json.at("/configuration/concurrent_reads").asLong()).isEqualTo(64);
        assertThat(json.at("/configuration/compaction").asText()).isEqualTo("Unified(L4)");
        assertThat(json.at("/changes/0"))
                .isEqualTo(
                        new ObjectMapper().valueToTree(Map.of("knob", "concurrent_reads", "from", "32", "to", "64")));
        assertThat(json.at("/mbeans")).hasSize(6);
        assertThat(json.at("/mbeans/5/object").asText()).isEqualTo("org.apache.cassandra.db:type=StorageService");
        assertThat(json.at("/mbeans/5/attributes/0").asText()).isEqualTo("CompactionThroughputMbPerSec");
        assertThat(json.at("/mbeans/5/value").asText()).isEqualTo("0");
        assertThat(json.at("/tables/1/table").asText()).isEqualTo("Orders");
        assertThat(json.at("/tables/1/compaction/only_purge_repaired_tombstones")
                        .asText())
                .isEqualTo("true");
        assertThat(json.at("/cassandraYaml/compaction_throughput").asText()).isEqualTo("0MiB/s");
    }

    @Test
    void aHoldHasNoConfiguration() {
        DecisionRecord hold = decision("hold", "", "");
        assertThatThrownBy(() -> export.text(hold, ExportFormat.JSON))
                .isInstanceOfSatisfying(ReasonException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(new DecisionWithoutConfiguration("d42", "hold")));
    }

    @Test
    void aTableWithAnotherStrategyKeepsIt() throws Exception {
        node.addTable("series", "{\"class\":\"TimeWindowCompactionStrategy\"}", 0);
        ConfigurationExport both = export("ycsb.usertable", "ycsb.series");
        assertThat(both.text(decision("apply", ALL, ""), ExportFormat.ALTER).lines())
                .filteredOn(line -> line.startsWith("ALTER TABLE"))
                .singleElement()
                .asString()
                .contains("usertable");
        assertThat(both.text(decision("apply", ALL, ""), ExportFormat.ALTER)).contains("-- ycsb.series keeps");
        assertThat(new ObjectMapper()
                        .readTree(both.text(decision("apply", ALL, ""), ExportFormat.JSON))
                        .at("/tables"))
                .hasSize(1);
    }

    @Test
    void aTableThatIsGoneIsNamed() {
        assertThatThrownBy(() -> export("ycsb.dropped").text(decision("apply", ALL, ""), ExportFormat.ALTER))
                .isInstanceOfSatisfying(ReasonException.class, refused -> assertThat(refused.reason())
                        .isInstanceOfSatisfying(TableNotReadable.class, gone -> assertThat(gone.table())
                                .isEqualTo("ycsb.dropped")));
    }

    @Test
    void formatsAreNamed() {
        for (ExportFormat format : ExportFormat.values()) {
            assertThat(ExportFormat.parse(format.toString())).isEqualTo(format);
        }
        assertThatThrownBy(() -> ExportFormat.parse("xml"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("format: expected one of alter, nodetool, cassandra.yaml, json; found xml");
    }

    private List<String> statements(ExportFormat format, String comment) {
        return text(ALL, format)
                .lines()
                .filter(line -> !line.startsWith(comment))
                .toList();
    }

    private static List<String> comments(String text) {
        return text.lines().filter(line -> line.startsWith("#")).toList();
    }

    private String text(String configuration, ExportFormat format) {
        return export.text(decision("apply", configuration, "concurrent_reads 32 -> 64"), format);
    }

    private static DecisionRecord decision(String kind, String configuration, String changes) {
        return new DecisionRecord(
                42,
                Instant.parse("2026-11-21T10:15:31Z"),
                kind,
                new AlreadyBest(),
                Double.NaN,
                Double.NaN,
                Map.of(),
                Double.NaN,
                configuration,
                changes,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
