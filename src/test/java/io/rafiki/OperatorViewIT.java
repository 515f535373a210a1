package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator sees of the tuner without any tool of ours: in CQL, and among Cassandra's metrics. */
@ExtendWith(SharedNode.class)
class OperatorViewIT {

    private static RealNode node;
    private static CqlSession session;

    @BeforeAll
    static void connect(RealNode running) {
        node = running;
        session = node.session();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @Test
    void theTablesAreListedWithTheirComments() {
        List<Row> tables = session.execute(
                        "SELECT table_name, comment FROM system_virtual_schema.tables WHERE keyspace_name = 'rafiki'")
                .all();
        assertThat(tables)
                .extracting(row -> row.getString("table_name"))
                .containsExactlyInAnyOrder("status", "workload", "knobs", "decisions", "model");
        assertThat(tables)
                .allSatisfy(row -> assertThat(row.getString("comment")).hasSizeGreaterThan(20));
    }

    @Test
    void theStatusEqualsTheMBeans() throws Exception {
        Map<String, String> status = pairs("status");
        assertThat(status)
                .containsEntry("Mode", String.valueOf(node.tuner("Mode")))
                .containsEntry("TickErrors", "0")
                .containsKeys("Status", "Decisions", "PlansApplied", "ReadBackFailures");
        assertThat(Instant.parse(status.get("AsOf"))).isAfter(Instant.now().minusSeconds(60));
        assertThat(session.execute("SELECT value FROM rafiki.status WHERE name = 'Mode'")
                        .one()
                        .getString("value"))
                .isEqualTo("observe");
    }

    @Test
    void theModelIsTheLoadedOne() throws Exception {
        assertThat(pairs("model")).containsEntry("engine", "dl4j").containsEntry("workload", "read ratio 0.00..1.00");
        assertThat(pairs("model").get("file")).isEqualTo(node.model().get("file"));
    }

    @Test
    void aKnobShowsItsStartValue() {
        Row writes = session.execute("SELECT * FROM rafiki.knobs WHERE knob = 'concurrent_writes'")
                .one();
        assertThat(writes.getString("yaml")).isEqualTo("32");
        assertThat(writes.getString("change")).isEqualTo("live");
        assertThat(writes.getInstant("set_at")).isBefore(Instant.now());
        Row cache = session.execute("SELECT * FROM rafiki.knobs WHERE knob = 'file_cache_size'")
                .one();
        assertThat(cache.getString("change")).as("the chunk cache is on").isEqualTo("live");
        assertThat(session.execute("SELECT knob FROM rafiki.knobs").all()).hasSize(9);
    }

    /** A knob that another client sets is detected at the end of the window. */
    @Test
    void aKnobSetByNodetoolIsAttributedToAnotherClient() throws Exception {
        node.tools().nodetool("setcompactionthroughput", "48");
        try {
            Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
                Row row = session.execute("SELECT * FROM rafiki.knobs WHERE knob = 'compaction_throughput'")
                        .one();
                assertThat(row.getString("live")).isEqualTo("48");
                assertThat(row.getString("set_by")).isEqualTo("not rafiki");
                assertThat(row.getString("ours")).isNull();
            });
        } finally {
            node.tools().nodetool("setcompactionthroughput", "64");
        }
    }

    @Test
    void windowsAndDecisionsAreNewestFirst() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .until(() -> rows("workload").size() > 1);
        List<Row> windows = rows("workload");
        assertThat(windows.get(0).getInstant("window_end"))
                .isAfter(windows.get(1).getInstant("window_end"));
        assertThat(windows.get(0).getString("state")).isNotEmpty();
        assertThat(windows.get(0).getLong("reads")).isNotNegative();
        Row last = session.execute("SELECT * FROM rafiki.decisions LIMIT 1").one();
        assertThat(last.getString("kind")).isEqualTo("hold");
        assertThat(last.getString("id")).isEqualTo("d" + last.getLong("number"));
        assertThat(last.isNull("gain_percent")).as("none was predicted").isTrue();
    }

    /** Two columns of each row, each in an sstable of its own. */
    @Test
    void aWindowShowsTheNodesGauges() throws Exception {
        session.execute(
                "CREATE KEYSPACE halves WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE halves.rows (id int PRIMARY KEY, a int, b int) WITH compaction ="
                + " {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        try {
            for (String column : List.of("a", "b")) {
                for (int id = 0; id < 100; id++) {
                    session.execute("INSERT INTO halves.rows (id, " + column + ") VALUES (" + id + ", 1)");
                }
                node.flush("halves");
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() -> {
                        for (int id = 0; id < 200; id++) {
                            session.execute("SELECT * FROM halves.rows WHERE id = " + id % 100);
                        }
                        Row window = rows("workload").get(0);
                        assertThat(window.getLong("reads")).isGreaterThan(100);
                        assertThat(window.getLong("coordinated_reads")).isGreaterThan(100);
                        assertThat(window.getDouble("sstables_per_read")).isBetween(1.9, 2.1);
                        assertThat(window.getDouble("read_p99_micros")).isPositive();
                        assertThat(rows("decisions"))
                                .extracting(row -> row.getMap("workload", String.class, Double.class))
                                .as("workloads of decisions")
                                .anySatisfy(workload -> assertThat(workload)
                                        .containsKey("readRatio")
                                        .containsEntry("scanShare", 0.0));
                        for (String waiting : List.of("reads", "writes", "requests", "compactions")) {
                            assertThat(window.isNull("pending_" + waiting))
                                    .as(waiting)
                                    .isFalse();
                        }
                    });
        } finally {
            session.execute("DROP KEYSPACE halves");
        }
    }

    /** Cassandra counts a lightweight transaction as a request of its own kind, not as a write. */
    @Test
    void aLightweightTransactionIsAClientWrite() {
        session.execute(
                "CREATE KEYSPACE conditions WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE conditions.rows (id int PRIMARY KEY)");
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() -> {
                        for (int id = 0; id < 200; id++) {
                            session.execute("INSERT INTO conditions.rows (id) VALUES (" + id + ") IF NOT EXISTS");
                        }
                        assertThat(rows("workload").get(0).getLong("coordinated_writes"))
                                .isGreaterThan(100);
                    });
        } finally {
            session.execute("DROP KEYSPACE conditions");
        }
    }

    @Test
    void refusesWrites() {
        for (String statement : List.of(
                "INSERT INTO rafiki.status (name, value) VALUES ('Mode', 'auto')",
                "TRUNCATE rafiki.decisions",
                "DELETE FROM rafiki.knobs WHERE knob = 'concurrent_writes'")) {
            assertThatThrownBy(() -> session.execute(statement))
                    .as(statement)
                    .isInstanceOf(InvalidQueryException.class)
                    .hasMessageContaining("is not supported by table rafiki.");
        }
    }

    /** The node's knobs have been moved by other tests; what they held at start stays. */
    @Test
    void theMetricsAreAmongCassandrasOwnAndAtMostSixty() throws Exception {
        Set<ObjectName> names =
                node.beans().queryNames(new ObjectName("org.apache.cassandra.metrics:type=Rafiki,*"), null);
        assertThat(names).hasSizeBetween(20, 60);
        assertThat(names.stream().filter(name -> name.getKeyProperty("name").equals("StepDuration")))
                .hasSize(5);
        assertThat(node.metric("type=Rafiki,scope=tick,name=StepDuration", "Count"))
                .isPositive();
        for (ObjectName name : names) {
            if (name.getKeyProperty("name").equals("StepDuration")) {
                continue;
            }
            assertThat(node.beans().getAttribute(name, "Value"))
                    .as(name.toString())
                    .isInstanceOf(Double.class);
        }
        assertThat(metric("name=Mode")).isZero();
        assertThat(metric("name=ModelLoaded")).isEqualTo(1);
        assertThat(metric("name=StatusAgeSeconds")).isBetween(0.0, 60.0);
        Row reads = session.execute("SELECT live FROM rafiki.knobs WHERE knob = 'concurrent_reads'")
                .one();
        assertThat(metric("scope=concurrent_reads,name=KnobValue"))
                .isEqualTo(Double.parseDouble(reads.getString("live")));
    }

    private static double metric(String keys) throws Exception {
        return (Double) node.attribute("org.apache.cassandra.metrics:type=Rafiki," + keys, "Value");
    }

    private static List<Row> rows(String table) {
        return session.execute("SELECT * FROM rafiki." + table).all();
    }

    private static Map<String, String> pairs(String table) {
        Map<String, String> pairs = new TreeMap<>();
        rows(table).forEach(row -> pairs.put(row.getString("name"), row.getString("value")));
        return pairs;
    }
}
