package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes with three replicas change as one: the canary first, then the others by an operator's word. The change becomes permanent, and
 * is undone in reverse order. Then the leader is killed. Clients at LOCAL_QUORUM notice nothing of all this.
 *
 * <p>{@code -Drafiki.long=true} adds a node in a second rack, a comparison that corrects the models, and a leader that stops for a while.
 */
class ClusterIT {

    private static final boolean LONG = Boolean.getBoolean("rafiki.long");
    private static final int NODES = LONG ? 4 : 3;

    /** Time of a comparison: twenty windows. */
    private static final Duration COMPARED = Duration.ofSeconds(40);

    /** Of a lease with windows of two seconds. */
    private static final Duration TWO_TIMES_TO_LIVE = Duration.ofSeconds(20);

    private static final String TABLE = "org.apache.cassandra.db:type=Tables,keyspace=loop,table=rows";

    @TempDir
    Path folder;

    private RealRing ring;

    @Test
    void aRingChangesNodeByNode() throws Exception {
        try (RealRing started = new RealRing(folder)) {
            ring = started;
            ring.start(3);
            if (LONG) {
                ring.start(4, "rack2").awaitTuner();
            }
            try (RingClients clients = new RingClients(ring.node(1).session())) {
                change(clients);
                if (LONG) {
                    stopTheLeaderForAWhile();
                }
                loseTheLeader();
            }
        }
    }

    /** Begins the proposed roll-out. The load's read ratio moves, and can end a proposal until the next window. */
    private String applied() throws Exception {
        AtomicReference<String> canary = new AtomicReference<>();
        ring.await("a proposal is applied", () -> {
            try {
                assertThat(ring.cluster(2, "propose"))
                        .matches("(?s)127\\.0\\.0\\.\\d/d\\d+: .*, rewrites data; canary 127.*, peers 127.*, 127.*");
                canary.set(ring.apply(2));
                return true;
            } catch (AssertionError notNow) {
                return false;
            }
        });
        return canary.get();
    }

    private void change(RingClients clients) throws Exception {
        CqlSession session = clients.session();
        String reports = "SELECT address, write_us, cpu_us FROM rafiki_cluster.member";
        // none has a window before its JVM has compiled
        ring.await("all nodes report windows", () -> session.execute(reports).all().stream()
                .noneMatch(row -> row.isNull("write_us")));
        assertThat(session.execute(reports).all()).as("reports").hasSize(NODES).allSatisfy(row -> {
            assertThat(row.getDouble("write_us")).isBetween(0.1, 1e6);
            assertThat(row.getDouble("cpu_us")).isBetween(1.0, 1e6);
        });
        ring.awaitProposal();
        ring.await("the status shows the proposal", () -> ring.status(1).contains("compaction=Leveled"));
        String canary = applied();
        if (LONG) {
            ring.await("the canary is compared", () -> ring.status(1).contains("comparing"));
            Thread.sleep(COMPARED.toMillis());
            // the canary has no proposal any more, so another node shows its gains
            keepPicture(ring.node(ring.other(RealRing.number(canary))).tools().page());
        }
        // windows of two seconds are too short for a verdict
        ring.cluster(2, "promote");
        ring.await("a node has the change", () -> !ring.changed().isEmpty());
        assertThat(ring.changed()).contains(RealRing.number(canary));
        ring.await("all nodes have the change", () -> ring.status(1).contains("confirmed"));
        assertThat(ring.changed()).hasSize(NODES);
        assertThat(ring.node(3).tools().page())
                .as("the page of rafiki ui")
                .contains("127.0.0.1", "127.0.0.2", "127.0.0.3", "r1", "confirmed", "concurrent_")
                .doesNotContain("{{");
        assertThat(clients.compaction()).as("each node's own option").contains("SizeTiered");
        assertThat(session.execute("SELECT workload, configuration_before FROM rafiki_cluster.rollout")
                        .one()
                        .getFormattedContents())
                .as("what the prediction rests on")
                .contains("'readRatio'", "'concurrent_writes':'32'", "'compaction':'SizeTiered'");
        if (LONG) {
            learned(session);
        }
        keep(clients);
        ring.cluster(1, "rollback");
        ring.await("all nodes have their former values", () -> ring.status(1).contains("aborted"));
        assertThat(ring.changed()).isEmpty();
        assertThat(clients.compaction()).contains("SizeTiered");
        for (int number : ring.numbers()) {
            assertThat(live(number)).contains("SizeTiered");
            assertThat(permanent(number))
                    .content()
                    .contains("concurrent_writes: 32")
                    .doesNotContain("128");
        }
        assertThat(ring.cluster(1, "history")).containsPattern("(?m)^r1 +aborted +0 +" + NODES + " .*concurrent_");
    }

    /** The page while the canary is compared, and its picture for the documentation. */
    private static void keepPicture(String page) throws IOException {
        Path target = Path.of("target");
        Files.writeString(target.resolve("cluster-page.html"), PagePicture.recorded(page));
        String svg = PagePicture.svg(page);
        assertThat(svg).contains("rack2", "comparing", "<circle");
        Files.writeString(target.resolve("cluster-page.svg"), svg);
    }

    /** The canary's gain is in the table, and each node has corrected its model. */
    private void learned(CqlSession session) throws Exception {
        assertThat(session.execute("SELECT measured_gain_percent, measured_error_percent FROM rafiki_cluster.rollout")
                        .one())
                .satisfies(row -> {
                    assertThat(row.getDouble("measured_gain_percent")).isBetween(-90.0, 900.0);
                    assertThat(row.getDouble("measured_error_percent")).isBetween(0.01, 100.0);
                });
        for (int number : ring.numbers()) {
            ring.await("node " + number + " corrects its model", () -> String.valueOf(
                            ring.node(number).model().get("learned"))
                    .contains("measured roll-outs: 1; predicted gains were off by"));
        }
    }

    /** A permanent change is the schema of all nodes, and lines for cassandra.yaml of each. */
    private void keep(RingClients clients) throws Exception {
        keepsAnotherOption(clients.session());
        assertThat(ring.cluster(3, "make-permanent")).contains("r1 outlasts restarts soon");
        ring.await("the change is permanent", () -> ring.status(2).matches("(?s).*Phase +permanent.*"));
        assertThat(clients.compaction()).contains("LeveledCompactionStrategy");
        for (int number : ring.numbers()) {
            assertThat(live(number)).contains("LeveledCompactionStrategy");
            assertThat(permanent(number)).content().contains("concurrent_writes: 128");
        }
        assertThat(ring.changed()).hasSize(NODES);
    }

    /** An ALTER TABLE for the compaction would reset a compression that only the nodes have. */
    private void keepsAnotherOption(CqlSession session) throws Exception {
        for (int number : ring.numbers()) {
            ring.node(number)
                    .set(
                            TABLE,
                            "CompressionParametersJson",
                            "{\"class\":\"LZ4Compressor\",\"chunk_length_in_kb\":\"4\"}");
        }
        ring.cluster(3, "make-permanent");
        ring.await("a node refuses it", () -> ring.status(2).contains("cannot make the change permanent"));
        for (int number : ring.numbers()) {
            assertThat(String.valueOf(ring.node(number).attribute(TABLE, "CompressionParametersJson")))
                    .contains("\"4\"");
        }
        session.execute(
                "ALTER TABLE loop.rows WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': '4'}");
    }

    /** The compaction of the table, as a node executes it. */
    private String live(int number) throws Exception {
        return String.valueOf(ring.node(number).attribute(TABLE, "CompactionParametersJson"));
    }

    private Path permanent(int number) {
        return ring.own(number).resolve("rafiki-cassandra.yaml");
    }

    /** A leader that stops, as in a long garbage collection, does not lead when it continues. */
    private void stopTheLeaderForAWhile() throws Exception {
        int lost = ring.leader(1);
        int other = ring.other(lost);
        ring.node(lost).signal("STOP");
        try {
            Thread.sleep(TWO_TIMES_TO_LIVE.toMillis());
            ring.awaitOtherLeader(other, lost);
        } finally {
            ring.node(lost).signal("CONT");
        }
        ring.awaitOtherLeader(lost, lost);
        assertThat(RealRing.value(ring.status(lost), "Epoch"))
                .as("epoch of its own lease")
                .isEmpty();
        ring.await("all nodes report", () -> !ring.status(other).contains("Only observes"));
    }

    /** The lease of a killed leader passes to another node; ClusterFaultsIT measures the time. */
    private void loseTheLeader() throws Exception {
        int lost = ring.leader(1);
        ring.kill(lost);
        int other = ring.numbers().get(0);
        ring.awaitOtherLeader(other, lost);
        ring.await("the others only observe", () -> ring.status(other).contains("Only observes"));
    }
}
