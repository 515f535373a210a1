package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import io.rafiki.agent.boot.FaultAgent;
import io.rafiki.agent.boot.FaultPoint;
import io.rafiki.agent.boot.FaultPointMXBean;
import io.rafiki.journal.JournalScan;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On a real node under a load of which every read is verified: compaction flips, every border of ours fails and hangs, and the node is
 * killed in the middle of applies.
 */
class FaultsIT {

    private static final long SEED = 41;
    private static final int PER_SECOND = 1_000;
    private static final int FLIPS = 20;
    /** Each is a start of a node; {@code -Drafiki.kills=50} for as many as are wanted ({@code -Dit.timeout=7200} then). */
    private static final int KILLS = Integer.getInteger("rafiki.kills", 2);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> ERRORS = List.of("runtime", "linkage", "overflow");
    /** Sites that Cassandra's own threads and the console reach; the others are the tick's. */
    private static final List<String> OTHERS = List.of(
            "io/rafiki/node/TableMetricsSource.onNotification",
            "io/rafiki/control/StatusPublisher.show",
            "io/rafiki/control/StatusPublisher.status");

    private static final String SAMPLE = "io/rafiki/node/TableMetricsSource.sample";

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private Path settings;
    private Path journal;
    private RealNode node;
    private CqlSession session;
    private VerifiedLoad load;
    private FaultPointMXBean faults;

    @Test
    void noClientNoticesWhateverFailsAndAKillIsSurvived() throws Exception {
        journal = folder.resolve("journal.jsonl");
        settings = Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: auto
                model: %s
                journal: %s
                window: 2s
                sample: 500ms
                guardrails: {min_operations: 100, cool_down: 0s, max_drift: 100, observation_period: 0s, max_changes_per_hour: 1000, external_change_hold: 0s}
                """
                        .formatted(SteepModel.write(folder.resolve("model.zip")), journal));
        start();
        try {
            load.reads(0.5);
            flips();
            load.reads(0.9);
            threeFaultsSwitchItOffWithOneError();
            for (String site : FaultAgent.SITES) {
                if (!OTHERS.contains(site)) {
                    fails(site);
                    hangs(site);
                }
            }
            whatCassandrasThreadsReachFails();
            assertServed();
            for (int kill = 0; kill < KILLS; kill++) {
                killAmidAnApply();
            }
        } finally {
            kill();
        }
    }

    private void start() throws Exception {
        node = RealNode.start(folder, ProbeJar.faults(folder), RealNode.agent(settings));
        node.awaitTuner();
        session = node.session();
        load = new VerifiedLoad(session, SEED, PER_SECOND);
        faults = JMX.newMXBeanProxy(node.beans(), new ObjectName(FaultPoint.OBJECT_NAME), FaultPointMXBean.class);
    }

    /** At once, as a loss of power does it; clients come after. */
    private void kill() throws Exception {
        node.kill();
        load.close();
        session.close();
    }

    private void assertServed() {
        assertThat(load.wrong())
                .as("wrong reads, seed %d: %s", SEED, load.first())
                .isZero();
        assertThat(load.failed()).as("failed requests: %s", load.first()).isZero();
    }

    /** Waits until clients have got more done, whatever the tuner does. */
    private void serves(int operations) {
        long enough = load.done() + operations;
        await(() -> load.done() >= enough);
    }

    private void flips() throws Exception {
        KnobCatalogue catalogue = KnobCatalogue.read(
                Distribution.file("conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, RealNode.HEAP_MIB));
        NodeKnobs knobs = new NodeKnobs(node.beans(), catalogue);
        List<String> choices = ((CategoricalKnob) catalogue.entry("compaction").knob()).choices();
        TableName table = TableName.parse(VerifiedLoad.KEYSPACE + "." + VerifiedLoad.TABLE);
        for (int flip = 1; flip <= FLIPS; flip++) {
            knobs.set("compaction", choices.get(flip % choices.size()), List.of(table));
            node.flush(VerifiedLoad.KEYSPACE);
            serves(PER_SECOND / 2);
        }
        assertServed();
    }

    private void threeFaultsSwitchItOffWithOneError() throws Exception {
        for (String error : ERRORS) {
            long before = count("TickErrors");
            faults.arm(SAMPLE, error);
            // where ticks are late one error may strike twice
            await(() -> count("TickErrors") > before || status().contains("tuner disabled"));
            faults.disarm();
        }
        await(() -> status().contains("tuner disabled after 3 errors in 10 min; run `rafiki resume` to enable it"));
        await(() -> node.log().contains("tuner disabled"));
        assertThat(node.log().lines().filter(line -> line.matches("ERROR.*tuner disabled.*")))
                .hasSize(1);
        assertServed();
    }

    /** The pools are set so that there is something to change, and the tuner is told to decide anew. */
    private void fails(String site) throws Exception {
        for (String error : ERRORS) {
            faults.arm(site, error);
            upset();
            resume();
            await(() -> faults.hits(site) > 0);
            faults.disarm();
            assertServed();
        }
    }

    private void hangs(String site) throws Exception {
        resume();
        faults.arm(site, "hang");
        upset();
        CompletableFuture<Void> resumed = CompletableFuture.runAsync(this::resume);
        await(() -> faults.hits(site) > 0);
        serves(PER_SECOND / 4);
        if (site.equals(SAMPLE)) {
            await(() -> status().startsWith("a tick has not ended for "));
            assertThat(faults.hits(site)).as("ticks behind the hung one").isEqualTo(1);
        }
        faults.disarm();
        resumed.join();
        assertServed();
    }

    private void whatCassandrasThreadsReachFails() throws Exception {
        resume();
        for (String error : ERRORS) {
            faults.arm("io/rafiki/control/StatusPublisher.show", error);
            await(() -> faults.hits("io/rafiki/control/StatusPublisher.show") > 0);
            faults.arm("io/rafiki/node/TableMetricsSource.onNotification", error);
            session.execute("CREATE TABLE verified.more (id int PRIMARY KEY)");
            session.execute("DROP TABLE verified.more");
            assertThat(faults.hits("io/rafiki/node/TableMetricsSource.onNotification"))
                    .isPositive();
            faults.arm("io/rafiki/control/StatusPublisher.status", error);
            assertThat(session.execute("SELECT * FROM rafiki.status").all()).isEmpty();
            assertThat(node.attribute("org.apache.cassandra.metrics:type=Rafiki,name=TickErrors", "Value"))
                    .isEqualTo(Double.NaN);
            faults.disarm();
        }
        assertThat(session.execute("SELECT * FROM rafiki.status").all()).isNotEmpty();
        faults.arm("io/rafiki/control/StatusPublisher.status", "hang");
        CompletionStage<AsyncResultSet> asked = session.executeAsync("SELECT * FROM rafiki.status");
        await(() -> faults.hits("io/rafiki/control/StatusPublisher.status") > 0);
        serves(PER_SECOND / 4);
        faults.disarm();
        assertThat(asked.toCompletableFuture().join().currentPage()).isNotEmpty();
    }

    /** At a random length that the journal has come to since the apply began; afterwards the node starts, and says what happened. */
    private void killAmidAnApply() throws Exception {
        tell("setMode", "approve");
        upset();
        tell("resume");
        Map<String, Object> proposed = Awaitility.await().atMost(PATIENCE).until(this::last, last -> last.get("kind")
                .equals("propose"));
        String id = String.valueOf(proposed.get("id"));
        long at = Files.size(journal) + 1 + random.nextInt(900);
        assertServed();
        CompletableFuture<Void> applied = CompletableFuture.runAsync(() -> {
            try {
                tell("apply", id);
            } catch (IOException | JMException killed) {
                // that is what it is for
            }
        });
        await(() -> Files.size(journal) >= at);
        kill();
        applied.join();
        JournalScan left = JournalScan.of(journal);
        assertThat(left.damagedLines()).as("killed at %d, seed %d", at, SEED).isEmpty();
        start();
        assertThat(pools()).as("cassandra.yaml's values").containsExactly(32, 32);
        assertThat(JournalScan.of(journal).torn()).isFalse();
        assertThat(history())
                .filteredOn(decision -> decision.get("kind").equals("apply"))
                .last()
                .satisfies(decision -> assertThat(String.valueOf(decision.get("readBack")))
                        .as("what the kill has left, at %d", at)
                        .matches("ok|interrupted by the node's stop"));
        load.reads(0.9);
        serves(PER_SECOND);
        assertServed();
    }

    private void upset() throws IOException, JMException {
        for (String stage : List.of("ReadStage", "MutationStage")) {
            node.beans()
                    .setAttribute(
                            new ObjectName("org.apache.cassandra.request:type=" + stage),
                            new Attribute("MaximumPoolSize", 32));
        }
    }

    private List<Integer> pools() throws IOException, JMException {
        return List.of(
                (Integer) node.attribute("org.apache.cassandra.request:type=ReadStage", "MaximumPoolSize"),
                (Integer) node.attribute("org.apache.cassandra.request:type=MutationStage", "MaximumPoolSize"));
    }

    /** Whatever is armed may strike here too, on the console's thread. */
    private void resume() {
        try {
            tell("resume");
        } catch (Exception struck) {
            // the console's own answer
        }
    }

    private void tell(String verb, String... words) throws IOException, JMException {
        String[] types = new String[words.length];
        Arrays.fill(types, String.class.getName());
        node.beans().invoke(new ObjectName("io.rafiki:type=Tuner"), verb, words, types);
    }

    private Map<String, Object> last() throws IOException, JMException {
        List<Map<String, Object>> history = history();
        return history.isEmpty() ? Map.of("kind", "none") : history.get(history.size() - 1);
    }

    private List<Map<String, Object>> history() throws IOException, JMException {
        CompositeData[] decisions = (CompositeData[]) node.beans()
                .invoke(new ObjectName("io.rafiki:type=Tuner"), "history", new Object[] {50}, new String[] {"int"});
        return Arrays.stream(decisions)
                .map(decision -> Map.of(
                        "id", decision.get("id"),
                        "kind", decision.get("kind"),
                        "readBack", String.valueOf(decision.get("readBack"))))
                .toList();
    }

    private long count(String attribute) throws IOException, JMException {
        return ((Number) node.tuner(attribute)).longValue();
    }

    private String status() throws IOException, JMException {
        return String.valueOf(node.tuner("Status"));
    }

    private static void await(Callable<Boolean> reached) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(reached);
    }
}
