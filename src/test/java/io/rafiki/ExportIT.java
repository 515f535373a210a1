package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.control.configuration.ConfigurationExport;
import io.rafiki.control.configuration.ExportFormat;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.HoldReason.AlreadyBest;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NamedValues;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.Attribute;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What is exported in each form is applied to a real node as an operator would do it, and read back from the node. */
@ExtendWith(SharedNode.class)
class ExportIT {

    private static final String CONFIGURATION = "compaction=Unified(L4), concurrent_writes=48, concurrent_reads=24,"
            + " file_cache_size=96, memtable_cleanup_threshold=0.25, concurrent_compactors=1,"
            + " compaction_throughput=32";
    private static final String OTHER = "concurrent_writes=40, concurrent_reads=40, file_cache_size=64,"
            + " memtable_cleanup_threshold=0.5, concurrent_compactors=2, compaction_throughput=128";
    private static final List<String> BY_NODETOOL =
            List.of("concurrent_writes", "concurrent_reads", "concurrent_compactors", "compaction_throughput");
    private static final List<String> OF_THE_NODE = List.of(
            "concurrent_writes",
            "concurrent_reads",
            "file_cache_size",
            "memtable_cleanup_threshold",
            "concurrent_compactors",
            "compaction_throughput");
    private static final List<TableName> TABLES =
            List.of(new TableName("exported", "orders"), new TableName("exported", "Lines"));

    @TempDir
    private static Path folder;

    private static RealNode node;
    private static CqlSession session;
    private static KnobCatalogue catalogue;
    private static NodeKnobs knobs;
    private static Configuration before;

    @BeforeAll
    static void createTables(RealNode running) throws Exception {
        node = running;
        catalogue =
                KnobCatalogue.read(Distribution.file("conf/knobs/cassandra-5.0.yaml"), NodeKnobs.machine(node.beans()));
        knobs = new NodeKnobs(node.beans(), catalogue);
        before = knobs.read(catalogue.space(OF_THE_NODE), List.of());
        session = node.session();
        session.execute("CREATE KEYSPACE exported WITH replication ="
                + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE exported.orders (id int PRIMARY KEY)");
        session.execute("CREATE TABLE exported.\"Lines\" (id int PRIMARY KEY) WITH compaction ="
                + " {'class': 'LeveledCompactionStrategy', 'only_purge_repaired_tombstones': 'true'}");
    }

    @AfterAll
    static void restore() throws NodeException {
        session.execute("DROP KEYSPACE exported");
        session.close();
        for (Map.Entry<String, Object> value : before.toMap().entrySet()) {
            knobs.set(value.getKey(), value.getValue(), List.of());
        }
    }

    /** Each test starts from other values than it exports. */
    @BeforeEach
    void setOtherValues() throws NodeException {
        for (Map.Entry<String, String> value : NamedValues.parse(OTHER).entrySet()) {
            knobs.set(value.getKey(), value.getValue(), List.of());
        }
    }

    @Test
    void nodetoolSetsWhatItCan() throws Exception {
        for (String command : statements(ExportFormat.NODETOOL, "#")) {
            List<String> words = List.of(command.split(" "));
            assertThat(words.get(0)).isEqualTo("nodetool");
            node.tools().nodetool(words.subList(1, words.size()).toArray(String[]::new));
        }
        assertThat(knobs.read(catalogue.space(BY_NODETOOL), List.of())).isEqualTo(exported(BY_NODETOOL));
    }

    @Test
    void theMBeansOfTheJsonFormSetTheNode() throws Exception {
        JsonNode json = new ObjectMapper().readTree(text(ExportFormat.JSON));
        for (JsonNode bean : json.get("mbeans")) {
            ObjectName object = new ObjectName(bean.get("object").asText());
            for (JsonNode attribute : bean.get("attributes")) {
                Object present = node.beans().getAttribute(object, attribute.asText());
                String value = bean.get("value").asText();
                node.beans()
                        .setAttribute(
                                object,
                                new Attribute(
                                        attribute.asText(),
                                        present instanceof Integer
                                                ? (Object) Integer.valueOf(value)
                                                : (Object) Double.valueOf(value)));
            }
        }
        assertThat(knobs.read(catalogue.space(OF_THE_NODE), List.of())).isEqualTo(exported(OF_THE_NODE));
    }

    @Test
    void alterSetsEachTableAndKeepsItsOwnersOptions() throws Exception {
        for (String statement : statements(ExportFormat.ALTER, "--")) {
            session.execute(statement);
        }
        assertThat(knobs.read(catalogue.space(List.of("compaction")), TABLES))
                .isEqualTo(exported(List.of("compaction")));
        assertThat(session.execute("SELECT compaction FROM system_schema.tables"
                                + " WHERE keyspace_name = 'exported' AND table_name = 'Lines'")
                        .one()
                        .getMap(0, String.class, String.class))
                .containsEntry("only_purge_repaired_tombstones", "true")
                .containsEntry("scaling_parameters", "L4");
    }

    @Test
    void aNodeStartsWithTheLinesOfCassandraYaml() throws Exception {
        Map<String, Object> lines = new Yaml().load(text(ExportFormat.CASSANDRA_YAML));
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"), "mode: observe\njournal: " + folder.resolve("journal.jsonl") + "\n");
        try (RealNode second = RealNode.start(folder, lines, Map.of(), RealNode.agent(settings))) {
            second.awaitTuner();
            assertThat(new NodeKnobs(second.beans(), catalogue).read(catalogue.space(OF_THE_NODE), List.of()))
                    .isEqualTo(exported(OF_THE_NODE));
        }
    }

    private static Configuration exported(List<String> names) {
        Map<String, String> values = NamedValues.parse(CONFIGURATION);
        values.keySet().retainAll(names);
        return catalogue.space(names).configuration(values);
    }

    private static List<String> statements(ExportFormat format, String comment) {
        List<String> statements = new ArrayList<>(
                text(format).lines().filter(line -> !line.startsWith(comment)).toList());
        assertThat(statements).isNotEmpty();
        return statements;
    }

    private static String text(ExportFormat format) {
        DecisionRecord decided = new DecisionRecord(
                42,
                Instant.EPOCH,
                "apply",
                new AlreadyBest(),
                Double.NaN,
                Double.NaN,
                Map.of(),
                Double.NaN,
                CONFIGURATION,
                "",
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new ConfigurationExport(catalogue, knobs, SchemaChange.NONE, TABLES).text(decided, format);
    }
}
