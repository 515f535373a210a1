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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On a real node in {@code auto}: what nodetool has set stays, and so do tables that cannot be tuned; the rest is tuned, a change gets its verdict,
 * what an ALTER TABLE has set stays after a restart too, and a node that drains is let alone.
 */
class ExternalChangeIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String YIELDED = "compaction keeps the value of another client until ";

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
                engine: compiled
                window: 2s
                sample: 500ms
                allowed_costs: [instant, new_data, rewrites_data]
                guardrails: {min_operations: 100, cool_down: 0s, after_restart: 0s, max_drift: 100, observation_period: 10s}
                """
                        .formatted(SteepModel.writeWithCompaction(folder.resolve("model.zip"))));
        RealNode first = RealNode.start(folder, RealNode.agent(settings));
        try {
            first.awaitTuner();
            session = first.session();
            session.execute(
                    "CREATE KEYSPACE loop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE loop.rows (id int PRIMARY KEY, body text)");
            prepare();
            Awaitility.await().atMost(PATIENCE).until(() -> knob("concurrent_reads") != null);
            first.tools().nodetool("setconcurrency", "ReadStage", "48");
            first.tools().nodetool("setcompactionthroughput", "300");
            session.execute("CREATE TABLE loop.events (id int PRIMARY KEY, body text)"
                    + " WITH compaction = {'class': 'TimeWindowCompactionStrategy'}");

            // a rewrite that must wait comes with a later plan
            drive(write, () -> compaction(first, "rows").contains("LeveledCompactionStrategy"));
            drive(write, () -> (Long) first.tuner("PlansApplied") >= 1);
            assertThat(compaction(first, "events")).contains("TimeWindowCompactionStrategy");
            assertThat(knob("compaction_throughput").getString("live")).isEqualTo("300");
            assertThat(status(first))
                    .contains("compaction_throughput is not tuned: the catalogue does not contain 300")
                    .contains("compaction is not tuned on tables with TimeWindowCompactionStrategy: 1,"
                            + " such as loop.events");
            assertThat(status(first)).contains("concurrent_reads keeps the value of another client until ");
            assertThat(knob("concurrent_reads").getString("live")).isEqualTo("48");
            assertThat(knob("concurrent_reads").getString("set_by")).isEqualTo("not rafiki");
            assertThat(applied().getString("changes"))
                    .contains("concurrent_writes")
                    .doesNotContain("concurrent_reads");

            drive(write, () -> applied().getString("verdict") != null);
            assertThat(applied().getString("verdict")).contains("mean latency ");

            session.execute("CREATE TABLE loop.later (id int PRIMARY KEY, body text)");
            long before = (Long) first.tuner("PlansApplied");
            drive(read, () -> (Long) first.tuner("PlansApplied") > before);
            assertThat(compaction(first, "later")).contains("SizeTieredCompactionStrategy");
            assertThat(compaction(first, "rows")).contains("LeveledCompactionStrategy");

            // the schema has SizeTiered still, and Cassandra ignores an ALTER TABLE that does not change it
            session.execute("ALTER TABLE loop.rows WITH compaction = {'class': 'LeveledCompactionStrategy'}");
            session.execute("ALTER TABLE loop.rows WITH compaction = {'class': 'SizeTieredCompactionStrategy'}");
            drive(read, () -> status(first).contains(YIELDED));
            session.close();
        } finally {
            first.kill();
        }

        try (RealNode second = RealNode.start(folder, RealNode.agent(settings))) {
            second.awaitTuner();
            session = second.session();
            prepare();
            drive(write, () -> (Long) second.tuner("PlansApplied") == 1);
            assertThat(status(second)).contains(YIELDED);
            assertThat(compaction(second, "rows"))
                    .as("an ALTER TABLE outlasts a restart, and so does its hold")
                    .contains("SizeTieredCompactionStrategy");
            session.close();
            second.tools().nodetool("drain");
            Awaitility.await().atMost(PATIENCE).until(() -> status(second)
                    .contains("hold: the node is unhealthy: operation mode DRAINED"));
        }
    }

    private void prepare() {
        read = session.prepare("SELECT body FROM loop.rows WHERE id = ?");
        write = session.prepare("INSERT INTO loop.rows (id, body) VALUES (?, 'text')");
    }

    /** Sends operations until the condition holds, which is asked once per hundred. */
    private void drive(PreparedStatement operation, Callable<Boolean> reached) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.call()) {
            assertThat(System.nanoTime())
                    .as(() -> "in time; the decisions: "
                            + decisions().stream()
                                    .map(Row::getFormattedContents)
                                    .toList())
                    .isLessThan(deadline);
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

    /** Newest first. */
    private List<Row> decisions() {
        return session.execute("SELECT * FROM rafiki.decisions").all();
    }

    /** The first change. */
    private Row applied() {
        return decisions().stream()
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
