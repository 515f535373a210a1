package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.rafiki.trainer.cassandra.LocalRing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes with three replicas change as one: the canary first, then the others by an operator's word. The change becomes permanent, and
 * is undone in reverse order. Then the leader is killed. Clients at LOCAL_QUORUM notice nothing of all this.
 *
 * <p>{@code -Drafiki.long=true} adds a node in a second rack, and a leader that stops for a while.
 */
class ClusterIT {

    private static final boolean LONG = Boolean.getBoolean("rafiki.long");
    private static final int NODES = LONG ? 4 : 3;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Pause between two batches, so that the clients leave processors to the nodes. */
    private static final long PAUSE_MILLIS = 20;

    @TempDir
    Path folder;

    private final List<RealNode> ring = new ArrayList<>();
    private final AtomicLong failed = new AtomicLong();
    private volatile boolean ended;

    @Test
    void aRingChangesNodeByNode() throws Exception {
        try {
            for (int number = 1; number <= NODES; number++) {
                ring.add(start(number));
            }
            for (RealNode node : ring) {
                node.awaitTuner();
            }
            try (CqlSession session = ring.get(0).session()) {
                Thread clients = new Thread(() -> drive(session));
                clients.start();
                try {
                    change(session);
                    if (LONG) {
                        stopTheLeaderForAWhile();
                    }
                    loseTheLeader();
                } finally {
                    ended = true;
                    clients.join();
                }
                assertThat(failed.get()).as("failed requests").isZero();
            }
        } finally {
            for (RealNode node : ring) {
                node.kill();
            }
        }
    }

    private void change(CqlSession session) throws Exception {
        await(
                "all nodes report",
                () -> status(0).contains("Leader") && lines(status(0), "^127\\.0\\.0\\.\\d .*approve") == NODES);
        await("the canary proposes", () -> status(0).contains("concurrent_writes=128"));
        assertThat(status(0)).contains("compaction=Leveled");
        assertThat(session.execute("SELECT address, write_us, cpu_us FROM rafiki_cluster.member")
                        .all())
                .as("reports")
                .hasSize(NODES)
                .allSatisfy(row -> {
                    assertThat(row.getDouble("write_us")).isBetween(0.1, 1e6);
                    assertThat(row.getDouble("cpu_us")).isBetween(1.0, 1e6);
                });
        String proposal = ring.get(1).rafiki("cluster", "propose");
        assertThat(proposal)
                .matches("(?s)127\\.0\\.0\\.\\d/d\\d+: .*, rewrites data; canary 127.*, peers 127.*, 127.*");
        String canary = proposal.replaceAll("(?s)/.*", "");
        ring.get(1).rafiki("cluster", "apply", proposal.replaceAll("(?s):.*", ""));
        // so that no verdict about such short windows ends the roll-out
        ring.get(2).rafiki("cluster", "promote");
        await("a node has the change", () -> !changed().isEmpty());
        assertThat(changed()).contains(canary);
        await("all nodes have the change", () -> status(0).contains("confirmed"));
        assertThat(changed()).hasSize(NODES);
        assertThat(schema(session)).as("each node's own option").contains("SizeTiered");
        assertThat(session.execute("SELECT workload, configuration_before FROM rafiki_cluster.rollout")
                        .one()
                        .getFormattedContents())
                .as("what the prediction rests on")
                .contains("'readRatio'", "'concurrent_writes':'32'", "'compaction':'SizeTiered'");
        keep(session);
        ring.get(0).rafiki("cluster", "rollback");
        await("all nodes have their former values", () -> status(0).contains("aborted"));
        assertThat(changed()).isEmpty();
        assertThat(schema(session)).contains("SizeTiered");
        for (int i = 0; i < NODES; i++) {
            assertThat(live(i)).contains("SizeTiered");
            assertThat(permanent(i)).content().contains("concurrent_writes: 32").doesNotContain("128");
        }
        assertThat(ring.get(0).rafiki("cluster", "history"))
                .containsPattern("(?m)^r1 +aborted +0 +" + NODES + " .*concurrent_");
    }

    /** A permanent change is the schema of all nodes, and lines for cassandra.yaml of each. */
    private void keep(CqlSession session) throws Exception {
        assertThat(ring.get(2).rafiki("cluster", "make-permanent")).contains("r1 outlasts restarts soon");
        await("the change is permanent", () -> status(1).matches("(?s).*Phase +permanent.*"));
        assertThat(schema(session)).contains("LeveledCompactionStrategy");
        for (int i = 0; i < NODES; i++) {
            assertThat(live(i)).contains("LeveledCompactionStrategy");
            assertThat(permanent(i)).content().contains("concurrent_writes: 128");
        }
        assertThat(changed()).hasSize(NODES);
    }

    /** The compaction of the table, as the schema has it. */
    private static String schema(CqlSession session) {
        return session.execute("SELECT compaction FROM system_schema.tables"
                        + " WHERE keyspace_name = 'loop' AND table_name = 'rows'")
                .one()
                .getFormattedContents();
    }

    /** The compaction of the table, as a node executes it. */
    private String live(int node) throws Exception {
        return String.valueOf(ring.get(node)
                .attribute("org.apache.cassandra.db:type=Tables,keyspace=loop,table=rows", "CompactionParametersJson"));
    }

    private Path permanent(int node) {
        return folder.resolve("node" + (node + 1)).resolve("rafiki-cassandra.yaml");
    }

    /** A leader that stops, as in a long garbage collection, does not lead when it continues. */
    private void stopTheLeaderForAWhile() throws Exception {
        String leader = value(status(0), "Leader");
        int lost = number(leader);
        int other = (lost + 1) % NODES;
        ring.get(lost).signal("STOP");
        try {
            await("another node leads", () -> !List.of("", leader).contains(value(status(other), "Leader")));
        } finally {
            ring.get(lost).signal("CONT");
        }
        await("the former leader follows", () -> !List.of("", leader).contains(value(status(lost), "Leader")));
        assertThat(value(status(lost), "Epoch")).as("epoch of its own lease").isEmpty();
        await("all nodes report", () -> !status(other).contains("Only observes"));
    }

    private static int number(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf('.') + 1)) - 1;
    }

    /** The lease of a killed leader passes to another node within two times to live: 20 s with windows of two seconds. */
    private void loseTheLeader() throws Exception {
        String leader = value(status(0), "Leader");
        int lost = number(leader);
        int other = (lost + 1) % NODES;
        ring.get(lost).kill();
        await("another node leads", () -> !List.of("", leader).contains(value(status(other), "Leader")));
        await("the others only observe", () -> status(other).contains("Only observes"));
    }

    private RealNode start(int number) throws Exception {
        Path own = Files.createDirectories(folder.resolve("node" + number));
        Path settings = Files.writeString(
                own.resolve("rafiki.yaml"),
                """
                mode: approve
                cluster: on
                model: %s
                journal: %s
                engine: compiled
                window: 2s
                sample: 500ms
                allowed_costs: [instant, new_sstables, rewrites_data]
                guardrails: {min_operations: 50, cool_down: 0s, max_drift: 100, observation_period: 0s}
                """
                        .formatted(
                                SteepModel.writeWithCompaction(own.resolve("model.zip")),
                                own.resolve("journal.jsonl")));
        Map<String, Object> yaml =
                new HashMap<>(number == 1 ? LocalRing.first() : ring.get(0).further(number));
        yaml.put("endpoint_snitch", "GossipingPropertyFileSnitch");
        Path rack = Files.writeString(
                own.resolve("rackdc.properties"), "dc=datacenter1\nrack=" + (number <= 3 ? "rack1" : "rack2") + "\n");
        return RealNode.start(
                own, yaml, Map.of(), "-Dcassandra-rackdc.properties=" + rack.toUri(), RealNode.agent(settings));
    }

    /** Writes at LOCAL_QUORUM until the test ends, and reads what was written. */
    private void drive(CqlSession session) {
        execute(
                session,
                "CREATE KEYSPACE loop WITH replication ="
                        + " {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}");
        execute(session, "CREATE TABLE loop.rows (id int PRIMARY KEY, body text)");
        PreparedStatement write = session.prepare("INSERT INTO loop.rows (id, body) VALUES (?, 'text')");
        while (!ended) {
            List<CompletionStage<AsyncResultSet>> running = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                // a request to a coordinator that dies is repeated at another one
                BoundStatement statement = write.bind(i)
                        .setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM)
                        .setIdempotent(true);
                running.add(session.executeAsync(statement));
            }
            for (CompletionStage<AsyncResultSet> operation : running) {
                try {
                    operation.toCompletableFuture().join();
                } catch (RuntimeException e) {
                    failed.incrementAndGet();
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }

    /** Changes the schema on all nodes. */
    private static void execute(CqlSession session, String change) {
        session.execute(change);
        await("the schema is everywhere", session::checkSchemaAgreement);
    }

    private String status(int node) throws Exception {
        return ring.get(node).rafiki("cluster", "status");
    }

    /** Addresses of the nodes whose pool of writers differs from cassandra.yaml. */
    private List<String> changed() throws Exception {
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            Matcher pool = Pattern.compile("MutationStage\\s+\\d+\\s+(\\d+)")
                    .matcher(ring.get(i).nodetool("getconcurrency", "MutationStage"));
            assertThat(pool.find()).isTrue();
            if (!pool.group(1).equals("32")) {
                changed.add("127.0.0." + (i + 1));
            }
        }
        return changed;
    }

    private static long lines(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .count();
    }

    private static String value(String status, String label) {
        Matcher line = Pattern.compile("(?m)^" + label + " +(\\S+)").matcher(status);
        return line.find() ? line.group(1) : "";
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .until(condition);
    }
}
