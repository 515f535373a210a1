package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import io.rafiki.agent.boot.FaultAgent;
import io.rafiki.agent.boot.FaultPoint;
import io.rafiki.agent.boot.FaultPointMXBean;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Faults at each boundary of the tuner, on a real node under load: each read is verified, and no request may fail. The tests share a
 * node; a kill replaces it.
 */
class FaultsIT {

    private static final long SEED = 41;
    private static final int PER_SECOND = 1_000;
    private static final int FLIPS = 50;
    /** Each kill restarts the node. {@code -Drafiki.kills=100 -Dit.timeout=7200} is the long form. */
    private static final int KILLS = Integer.getInteger("rafiki.kills", 3);
    /** Records of a change of two knobs that follow the first write; the last is the outcome. */
    private static final int RECORDS = 4;
    /** {@code -Drafiki.hang=60} is the long form. */
    private static final int HANG_SECONDS = Integer.getInteger("rafiki.hang", 0);
    /** {@code -Drafiki.long=true -Dit.timeout=7200} has each error at each site; else each site has two, in turn. */
    private static final int ERRORS_PER_SITE = Boolean.getBoolean("rafiki.long") ? 4 : 2;
    /** Operations between two percentiles. */
    private static final int BLOCK = PER_SECOND / 4;
    /** Faults may double the 99th percentile, in nanoseconds, and add this: the noise of a machine that also runs other tests. */
    private static final long NOISE = 5_000_000;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> ERRORS = List.of("runtime", "linkage", "overflow", "memory");
    private static final String SAMPLE = "io/rafiki/node/TableMetricsSource.sample";
    private static final String NOTIFICATION = "io/rafiki/node/TableMetricsSource.onNotification";
    private static final String APPLY = "io/rafiki/control/ConfigurationApplier.apply";
    private static final String APPEND = "io/rafiki/journal/Journal.append";
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
        settings = folder.resolve("rafiki.yaml");
        write(SteepModel.write(folder.resolve("model.zip")));
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

    @Test
    void fiftyCompactionChangesLoseNoWrite() throws Exception {
        load.reads(0.5);
        KnobCatalogue catalogue = KnobCatalogue.read(
                Distribution.file("conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, RealNode.HEAP_MIB));
        NodeKnobs knobs = new NodeKnobs(node.beans(), catalogue);
        List<String> choices = ((CategoricalKnob) catalogue.entry("compaction").knob()).choices();
        TableName table = TableName.parse(VerifiedLoad.KEYSPACE + "." + VerifiedLoad.TABLE);
        for (int flip = 1; flip <= FLIPS; flip++) {
            knobs.set("compaction", choices.get(flip % choices.size()), List.of(table));
            node.flush(VerifiedLoad.KEYSPACE);
            serves(PER_SECOND / 10);
        }
        load.readEachRow();
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

    /** Blocks with a fault and blocks without alternate, so that both have the same neighbours on the machine. */
    @Test
    void aFaultInATickFailsAndDelaysNoRequest() throws Exception {
        List<Long> with = new ArrayList<>();
        List<Long> without = new ArrayList<>();
        List<String> sites = tickSites().toList();
        for (int i = 0; i < sites.size(); i++) {
            for (String fault : faults(i)) {
                with.add(percentile(sites.get(i), fault));
                assertServed();
                if (with.size() % 3 == 0) {
                    without.add(percentile(sites.get(i), "count"));
                }
            }
        }
        assertThat(median(with))
                .as("99th percentile with faults, in ns; without %d", median(without))
                .isLessThan(bar(without));
    }

    /** The errors of a site, and a hang. */
    private static List<String> faults(int site) {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < ERRORS_PER_SITE; i++) {
            faults.add(ERRORS.get((site + i) % ERRORS.size()));
        }
        faults.add("hang");
        return faults;
    }

    /** The comparison above can fail: a tick that stops the node is seen. */
    @Test
    void aTickThatStopsTheNodeIsSeenInTheLatency() throws Exception {
        List<Long> with = new ArrayList<>();
        List<Long> without = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            with.add(percentile(SAMPLE, "collect"));
            without.add(percentile(SAMPLE, "count"));
        }
        assertThat(median(with)).isGreaterThan(bar(without));
    }

    private static long bar(List<Long> without) {
        return 2 * median(without) + NOISE;
    }

    /** 99th percentile of the latency, in nanoseconds, while the site has the fault and the tuner has something to change. */
    private static long percentile(String site, String fault) throws Exception {
        faults.arm(site, fault);
        changePools();
        load.latencies();
        CompletableFuture<Void> resumed = CompletableFuture.runAsync(FaultsIT::resume);
        await(() -> faults.hits(site) > 0);
        serves(Math.max(BLOCK, fault.equals("hang") ? HANG_SECONDS * PER_SECOND : 0));
        long percentile = load.latencies().getValueAtPercentile(99);
        faults.disarm();
        resumed.join();
        // returns after a tick that still runs, which may be changing the pools
        resume();
        return percentile;
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    @Test
    void aTickThatHangsForTenSecondsIsReportedAndNoOtherStarts() {
        faults.arm(SAMPLE, "hang");
        await(() -> status().contains(": a sample of the node has not ended for "));
        assertThat(faults.hits(SAMPLE)).isEqualTo(1);
    }

    @Test
    void commandsAnswerWithinASecondWhileAChangeHangs() throws Exception {
        faults.arm(APPLY, "hang");
        changePools();
        resume();
        await(() -> faults.hits(APPLY) > 0);
        stopsWithinASecond();
    }

    /** As on a disk that does not answer. */
    @Test
    void commandsAnswerWithinASecondWhileTheJournalHangs() throws Exception {
        faults.arm(APPEND, "hang");
        CompletableFuture<Void> paused = CompletableFuture.runAsync(() -> {
            try {
                tell("pause", "a look at it");
            } catch (IOException | JMException e) {
                throw new IllegalStateException(e);
            }
        });
        await(() -> faults.hits(APPEND) > 0);
        stopsWithinASecond();
        paused.join();
    }

    private static void stopsWithinASecond() throws Exception {
        assertTimeout(SECOND, FaultsIT::status);
        assertTimeout(SECOND, () -> tell("pause", "a look at it"));
        assertTimeout(SECOND, () -> tell("setMode", "approve"));
        assertTimeout(SECOND, () -> tell("stop"));
        assertThat(node.tuner("Phase")).isEqualTo("stopping");
        faults.disarm();
        await(() -> node.tuner("Phase").equals("stopped"));
    }

    @ParameterizedTest
    @FieldSource("ERRORS")
    void anErrorInThePublisherAffectsNoRequest(String error) {
        faults.arm(SHOW, error);
        await(() -> faults.hits(SHOW) > 0);
    }

    @ParameterizedTest
    @FieldSource("ERRORS")
    void anErrorInATableNotificationDoesNotFailSchemaChanges(String error) {
        faults.arm(NOTIFICATION, error);
        session.execute("CREATE TABLE verified.more (id int PRIMARY KEY)");
        session.execute("DROP TABLE verified.more");
        assertThat(faults.hits(NOTIFICATION)).isPositive();
    }

    @ParameterizedTest
    @FieldSource("ERRORS")
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

    /**
     * The kill comes at a random moment between the record of the first write and the last read-back. Every second change rewrites data. A
     * journal that takes its time makes the interval long enough to be hit.
     */
    @Test
    void aKillDuringAChangeIsReportedAndNotContinuedAfterTheRestart() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Path pools = folder.resolve("model.zip");
        Path compaction = SteepModel.writeWithCompaction(folder.resolve("compaction.zip"));
        for (int kill = 1; kill <= KILLS; kill++) {
            int moment = random.nextInt((RECORDS - 1) * FaultPoint.SLOW_MILLIS);
            String label = "kill " + kill + " of " + KILLS + ", seed " + SEED + ", " + moment
                    + " ms after the first write" + (rewrites(kill) ? ", with compaction" : "");
            System.out.println(label);
            String id = killedDuringAChange(moment, rewrites(kill));
            assertThat(JournalScan.of(journal).damagedLines()).as(label).isEmpty();
            assertThat(records(id, RecordType.OUTCOME)).as(label).isEmpty();
            write(kill < KILLS && rewrites(kill + 1) ? compaction : pools);
            startTuned();
            assertInterrupted(label, id);
            startClients();
            serves(PER_SECOND);
            assertServed();
        }
    }

    private static boolean rewrites(int kill) {
        return kill % 2 == 0;
    }

    /** The id of the change. */
    private static String killedDuringAChange(int moment, boolean rewrites) throws Exception {
        tell("setMode", "approve");
        load.reads(0.9);
        faults.arm(APPEND, "slow");
        changePools();
        tell("resume");
        String proposal = Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        FaultsIT::last,
                        last -> last.get("kind").equals("propose")
                                && last.get("changes").contains("compaction") == rewrites)
                .get("id");
        long before = JournalScan.entries(journal).stream()
                .mapToLong(JournalRecord::sequence)
                .max()
                .orElseThrow();
        assertServed();
        CompletableFuture<Void> applied = CompletableFuture.runAsync(() -> {
            try {
                tell("apply", proposal);
            } catch (IOException | JMException e) {
                // the kill closes the connection
            }
        });
        String id = Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(
                        () -> JournalScan.entries(journal).stream()
                                .filter(record -> record.kind() == RecordType.WRITE && record.sequence() > before)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow()
                .decision();
        Thread.sleep(moment);
        kill();
        applied.join();
        return id;
    }

    /** The restarted node has the values of its files, and the tuner says what was interrupted and does nothing about it. */
    private static void assertInterrupted(String label, String id) throws Exception {
        assertThat(pools()).as("values of cassandra.yaml, " + label).containsExactly(32, 32);
        assertThat(String.valueOf(node.attribute(
                        "org.apache.cassandra.db:type=Tables,keyspace=" + VerifiedLoad.KEYSPACE + ",table="
                                + VerifiedLoad.TABLE,
                        "CompactionParametersJson")))
                .as("compaction of the schema, " + label)
                .contains("SizeTiered");
        assertThat(JournalScan.of(journal).torn()).as(label).isFalse();
        assertThat(history())
                .as(label)
                .filteredOn(decision ->
                        decision.get("id").equals(id) && decision.get("kind").equals("apply"))
                .extracting(decision -> decision.get("readBack"))
                .containsExactly("interrupted by the node's stop");
        assertThat(node.log()).as(label).contains("[" + id + "] was interrupted by the node's stop.");
        assertThat(count("PlansApplied")).as(label).isZero();
        List<JournalRecord> records = JournalScan.entries(journal);
        JournalRecord start = records.stream()
                .filter(record -> record.kind() == RecordType.START)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertThat(start.content()).as(label).containsEntry("interrupted", id);
        assertThat(records)
                .as("written after the restart, " + label)
                .filteredOn(record -> record.sequence() > start.sequence())
                .noneMatch(record -> record.kind() == RecordType.WRITE);
    }

    private static List<JournalRecord> records(String id, RecordType kind) throws IOException {
        return JournalScan.entries(journal).stream()
                .filter(record -> record.kind() == kind && record.decision().equals(id))
                .toList();
    }

    /** Writes rafiki.yaml. */
    private static void write(Path model) throws IOException {
        Files.writeString(
                settings,
                """
                mode: approve
                model: %s
                journal: %s
                native_cache: %s
                window: 2s
                sample: 250ms
                allowed_costs: [instant, new_data, rewrites_data]
                guardrails:
                  min_operations: 100
                  cool_down: 0s
                  max_drift: 100
                  observation_period: 0s
                  max_changes_per_hour: 1000
                  max_rewrites_per_day: 1000
                  external_change_hold: 0s
                """
                        .formatted(model, journal, SharedNode.nativeCache()));
    }

    private static void start() throws Exception {
        startTuned();
        startClients();
    }

    private static void startTuned() throws Exception {
        node = RealNode.start(folder, ProbeJar.faults(folder), RealNode.agent(settings));
        node.awaitTuner();
        faults = JMX.newMXBeanProxy(node.beans(), new ObjectName(FaultPoint.OBJECT_NAME), FaultPointMXBean.class);
    }

    private static void startClients() {
        session = node.session();
        load = new VerifiedLoad(session, SEED, PER_SECOND);
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

    private static Map<String, String> last() throws IOException, JMException {
        List<Map<String, String>> history = history();
        return history.isEmpty() ? Map.of("kind", "none") : history.get(history.size() - 1);
    }

    private static List<Map<String, String>> history() throws IOException, JMException {
        CompositeData[] decisions = (CompositeData[]) node.beans()
                .invoke(new ObjectName("io.rafiki:type=Tuner"), "history", new Object[] {50}, new String[] {"int"});
        return Arrays.stream(decisions)
                .map(decision -> Map.of(
                        "id", String.valueOf(decision.get("id")),
                        "kind", String.valueOf(decision.get("kind")),
                        "changes", String.valueOf(decision.get("changes")),
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
