package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On a real node in {@code auto}: what nodetool has set stays, and so do tables that cannot be tuned; the rest is tuned, a change gets its verdict,
 * and a node that drains is let alone.
 */
@Tag("concurrent")
class ExternalChangeIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private CqlSession session;
    private PreparedStatement read;
    private PreparedStatement write;

    @Test
    void keepsExternalChangesObservesItsOwnAndHoldsDuringADrain() throws Exception {
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: auto
                model: %s
                journal: journal.jsonl
                native_cache: %s
                window: 3s
                sample: 500ms
                allowed_costs: [instant, new_data, rewrites_data]
                guardrails: {min_operations: 100, cool_down: 0s, max_drift: 100, observation_period: 15s}
                """
                        .formatted(
                                SteepModel.writeWithCompaction(folder.resolve("model.zip")), SharedNode.nativeCache()));
        try (RealNode node = RealNode.start(folder, RealNode.agent(settings))) {
            node.awaitTuner();
            open(node);
            Awaitility.await().atMost(PATIENCE).until(() -> knob("concurrent_reads") != null);
            node.tools().nodetool("setconcurrency", "ReadStage", "48");
            node.tools().nodetool("setcompactionthroughput", "300");
            session.execute("CREATE TABLE loop.events (id int PRIMARY KEY, body text)"
                    + " WITH compaction = {'class': 'TimeWindowCompactionStrategy'}");

            drive(write, () -> (Long) node.tuner("PlansApplied") == 1);
            assertThat(compaction(node, "rows")).contains("LeveledCompactionStrategy");
            assertThat(compaction(node, "events")).contains("TimeWindowCompactionStrategy");
            assertThat(knob("compaction_throughput").getString("live")).isEqualTo("300");
            assertThat(status(node))
                    .contains("compaction_throughput is not tuned: the catalogue does not contain 300")
                    .contains("compaction is not tuned on tables with TimeWindowCompactionStrategy: 1,"
                            + " such as loop.events");
            assertThat(status(node)).contains("concurrent_reads keeps the value of another client until ");
            assertThat(knob("concurrent_reads").getString("live")).isEqualTo("48");
            assertThat(knob("concurrent_reads").getString("set_by")).isEqualTo("not rafiki");
            assertThat(applied().getString("changes"))
                    .contains("concurrent_writes")
                    .doesNotContain("concurrent_reads");

            drive(write, () -> applied().getString("verdict") != null);
            assertThat(applied().getString("verdict")).contains("mean latency ");

            session.execute("CREATE TABLE loop.later (id int PRIMARY KEY, body text)");
            drive(read, () -> (Long) node.tuner("PlansApplied") == 2);
            assertThat(compaction(node, "later")).contains("SizeTieredCompactionStrategy");
            assertThat(compaction(node, "rows")).contains("LeveledCompactionStrategy");

            session.close();
            node.tools().nodetool("drain");
            Awaitility.await().atMost(PATIENCE).until(() -> status(node)
                    .contains("hold: the node is unhealthy: operation mode DRAINED"));
        }
    }

    private void open(RealNode node) {
        session = node.session();
        session.execute("CREATE KEYSPACE loop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE loop.rows (id int PRIMARY KEY, body text)");
        read = session.prepare("SELECT body FROM loop.rows WHERE id = ?");
        write = session.prepare("INSERT INTO loop.rows (id, body) VALUES (?, 'text')");
    }

    /** Sends operations until the condition holds, which is asked once per hundred. */
    private void drive(PreparedStatement operation, Callable<Boolean> reached) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            List<CompletionStage<AsyncResultSet>> running = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                running.add(session.executeAsync(operation.bind(i)));
            }
            running.forEach(one -> one.toCompletableFuture().join());
        }
    }

    private Row knob(String name) {
        return session.execute("SELECT * FROM rafiki.knobs WHERE knob = '" + name + "'")
                .one();
    }

    /** The first change. */
    private Row applied() {
        return session.execute("SELECT * FROM rafiki.decisions").all().stream()
                .filter(row -> row.getString("kind").equals("apply"))
                .reduce((later, earlier) -> earlier)
                .orElseThrow();
    }

    private static String compaction(RealNode node, String table) throws Exception {
        return String.valueOf(node.attribute(
                "org.apache.cassandra.db:type=Tables,keyspace=loop,table=" + table, "CompactionParametersJson"));
    }

    private static String status(RealNode node) throws Exception {
        return String.valueOf(node.tuner("Status"));
    }
}
