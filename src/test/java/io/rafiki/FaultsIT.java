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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults at each boundary of the tuner, on a real node under load: each read is verified, and no request may fail. The tests share a
 * node; a kill replaces it.
 */
class FaultsIT {

    private static final long SEED = 41;
    private static final int PER_SECOND = 1_000;
    private static final int FLIPS = 20;
    /** Each kill restarts the node. {@code -Drafiki.kills=50 -Dit.timeout=7200} is the long form. */
    private static final int KILLS = Integer.getInteger("rafiki.kills", 2);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> ERRORS = List.of("runtime", "linkage", "overflow");
    private static final String SAMPLE = "io/rafiki/node/TableMetricsSource.sample";
    private static final String NOTIFICATION = "io/rafiki/node/TableMetricsSource.onNotification";
    private static final String SHOW = "io/rafiki/control/StatusPublisher.show";
    private static final String STATUS = "io/rafiki/control/StatusPublisher.status";

    @TempDir
    private static Path folder;

    private static Path settings;
    private static Path journal;
    private static RealNode node;
    private static CqlSession session;
    private static VerifiedLoad load;
    private static FaultPointMXBean faults;

    @BeforeAll
    static void startNode() throws Exception {
        journal = folder.resolve("journal.jsonl");
        settings = Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: auto
                model: %s
                journal: %s
                native_cache: %s
                window: 2s
                sample: 500ms
                guardrails: {min_operations: 100, cool_down: 0s, max_drift: 100, observation_period: 0s, max_changes_per_hour: 1000, external_change_hold: 0s}
                """
                        .formatted(SteepModel.write(folder.resolve("model.zip")), journal, SharedNode.nativeCache()));
        start();
    }

    @AfterAll
    static void stopNode() throws Exception {
        if (node != null) {
            kill();
        }
    }

    @BeforeEach
    void enableTuner() throws Exception {
        tell("setMode", "auto");
        tell("resume");
        load.reads(0.9);
    }

    @AfterEach
    void allRequestsSucceeded() {
        faults.disarm();
        assertServed();
    }

    /** The sites that a tick reaches. Cassandra's own threads and the console reach the others. */
    static Stream<String> tickSites() {
        return FaultAgent.SITES.stream()
                .filter(site -> !List.of(NOTIFICATION, SHOW, STATUS).contains(site));
    }

    static Stream<Arguments> tickSitesAndErrors() {
        return tickSites().flatMap(site -> ERRORS.stream().map(error -> Arguments.of(site, error)));
    }

    @Test
    void twentyCompactionChangesLoseNoWrite() throws Exception {
        load.reads(0.5);
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
    }

    @Test
    void threeErrorsInTenMinutesDisableTheTunerWithOneLogLine() throws Exception {
        String logged = node.log();
        for (String error : ERRORS) {
            long before = count("TickErrors");
            faults.arm(SAMPLE, error);
            // a late tick may fail twice before the fault is disarmed
            await(() -> count("TickErrors") > before || status().contains("tuner disabled"));
            faults.disarm();
        }
        await(() -> status().contains("tuner disabled after 3 errors in 10 min; run `rafiki resume` to enable it"));
        await(() -> node.log().substring(logged.length()).contains("tuner disabled"));
        assertThat(node.log()
                        .substring(logged.length())
                        .lines()
                        .filter(line -> line.matches("ERROR.*tuner disabled.*")))
                .hasSize(1);
    }

    @ParameterizedTest(name = "{0} throws {1}")
    @MethodSource("tickSitesAndErrors")
    void anErrorInATickAffectsNoRequest(String site, String error) throws Exception {
        faults.arm(site, error);
        changePools();
        resume();
        await(() -> faults.hits(site) > 0);
    }

    @ParameterizedTest(name = "{0} hangs")
    @MethodSource("tickSites")
    void aHungTickDelaysNoRequest(String site) throws Exception {
        faults.arm(site, "hang");
        changePools();
        CompletableFuture<Void> resumed = CompletableFuture.runAsync(FaultsIT::resume);
        await(() -> faults.hits(site) > 0);
        serves(PER_SECOND / 4);
        faults.disarm();
        resumed.join();
    }

    @Test
    void aTickThatHangsForTenSecondsIsReportedAndNoOtherStarts() {
        faults.arm(SAMPLE, "hang");
        await(() -> status().contains(": a sample of the node has not ended for "));
        assertThat(faults.hits(SAMPLE)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime", "linkage", "overflow"})
    void anErrorInThePublisherAffectsNoRequest(String error) {
        faults.arm(SHOW, error);
        await(() -> faults.hits(SHOW) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime", "linkage", "overflow"})
    void anErrorInATableNotificationDoesNotFailSchemaChanges(String error) {
        faults.arm(NOTIFICATION, error);
        session.execute("CREATE TABLE verified.more (id int PRIMARY KEY)");
        session.execute("DROP TABLE verified.more");
        assertThat(faults.hits(NOTIFICATION)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime", "linkage", "overflow"})
    void anErrorInTheStatusEmptiesTableAndMetricOnly(String error) throws Exception {
        faults.arm(STATUS, error);
        assertThat(session.execute("SELECT * FROM rafiki.status").all()).isEmpty();
        assertThat(node.attribute("org.apache.cassandra.metrics:type=Rafiki,name=TickErrors", "Value"))
                .isEqualTo(Double.NaN);
        faults.disarm();
        assertThat(session.execute("SELECT * FROM rafiki.status").all()).isNotEmpty();
    }

    @Test
    void aHungStatusDelaysItsOwnQueryOnly() {
        faults.arm(STATUS, "hang");
        CompletionStage<AsyncResultSet> query = session.executeAsync("SELECT * FROM rafiki.status");
        await(() -> faults.hits(STATUS) > 0);
        serves(PER_SECOND / 4);
        faults.disarm();
        assertThat(query.toCompletableFuture().join().currentPage()).isNotEmpty();
    }

    /** The kill comes when the journal has reached a random length since the change began. */
    @ParameterizedTest
    @MethodSource("kills")
    void aKillDuringAChangeIsReportedAndNotContinuedAfterTheRestart(int kill) throws Exception {
        tell("setMode", "approve");
        changePools();
        tell("resume");
        Map<String, Object> proposed = Awaitility.await()
                .atMost(PATIENCE)
                .until(FaultsIT::last, last -> last.get("kind").equals("propose"));
        String id = String.valueOf(proposed.get("id"));
        long at = Files.size(journal) + 1 + new SplittableRandom(SEED + kill).nextInt(900);
        assertServed();
        CompletableFuture<Void> applied = CompletableFuture.runAsync(() -> {
            try {
                tell("apply", id);
            } catch (IOException | JMException e) {
                // the kill closes the connection
            }
        });
        await(() -> Files.size(journal) >= at);
        kill();
        applied.join();
        assertThat(JournalScan.of(journal).damagedLines())
                .as("killed at %d, seed %d", at, SEED + kill)
                .isEmpty();
        start();
        assertThat(pools()).as("values of cassandra.yaml").containsExactly(32, 32);
        assertThat(JournalScan.of(journal).torn()).isFalse();
        assertThat(history())
                .filteredOn(decision -> decision.get("kind").equals("apply"))
                .last()
                .satisfies(decision -> assertThat(String.valueOf(decision.get("readBack")))
                        .as("result of the change killed at %d", at)
                        .matches("ok|interrupted by the node's stop"));
        load.reads(0.9);
        serves(PER_SECOND);
    }

    static IntStream kills() {
        return IntStream.range(0, KILLS);
    }

    private static void start() throws Exception {
        node = RealNode.start(folder, ProbeJar.faults(folder), RealNode.agent(settings));
        node.awaitTuner();
        session = node.session();
        load = new VerifiedLoad(session, SEED, PER_SECOND);
        faults = JMX.newMXBeanProxy(node.beans(), new ObjectName(FaultPoint.OBJECT_NAME), FaultPointMXBean.class);
    }

    /** Kills the node as a power failure does, then stops the clients. */
    private static void kill() throws Exception {
        node.kill();
        load.close();
        session.close();
    }

    private static void assertServed() {
        assertThat(load.wrong())
                .as("wrong reads, seed %d: %s", SEED, load.first())
                .isZero();
        assertThat(load.failed()).as("failed requests: %s", load.first()).isZero();
    }

    /** Waits until the node has answered so many further operations. */
    private static void serves(int operations) {
        long enough = load.done() + operations;
        await(() -> load.done() >= enough);
    }

    /** Sets both pools to their defaults, so that the tuner has something to change. */
    private static void changePools() throws IOException, JMException {
        for (String stage : List.of("ReadStage", "MutationStage")) {
            node.beans()
                    .setAttribute(
                            new ObjectName("org.apache.cassandra.request:type=" + stage),
                            new Attribute("MaximumPoolSize", 32));
        }
    }

    private static List<Integer> pools() throws IOException, JMException {
        return List.of(
                (Integer) node.attribute("org.apache.cassandra.request:type=ReadStage", "MaximumPoolSize"),
                (Integer) node.attribute("org.apache.cassandra.request:type=MutationStage", "MaximumPoolSize"));
    }

    /** Ignores a fault that is injected into the operation itself. */
    private static void resume() {
        try {
            tell("resume");
        } catch (Exception e) {
            // the injected fault
        }
    }

    private static void tell(String verb, String... words) throws IOException, JMException {
        String[] types = new String[words.length];
        Arrays.fill(types, String.class.getName());
        node.beans().invoke(new ObjectName("io.rafiki:type=Tuner"), verb, words, types);
    }

    private static Map<String, Object> last() throws IOException, JMException {
        List<Map<String, Object>> history = history();
        return history.isEmpty() ? Map.of("kind", "none") : history.get(history.size() - 1);
    }

    private static List<Map<String, Object>> history() throws IOException, JMException {
        CompositeData[] decisions = (CompositeData[]) node.beans()
                .invoke(new ObjectName("io.rafiki:type=Tuner"), "history", new Object[] {50}, new String[] {"int"});
        return Arrays.stream(decisions)
                .map(decision -> Map.of(
                        "id", decision.get("id"),
                        "kind", decision.get("kind"),
                        "readBack", String.valueOf(decision.get("readBack"))))
                .toList();
    }

    private static long count(String attribute) throws IOException, JMException {
        return ((Number) node.tuner(attribute)).longValue();
    }

    private static String status() throws IOException, JMException {
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
