package io.rafiki;

import static io.rafiki.FaultyNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.agent.boot.FaultAgent;
import io.rafiki.agent.boot.FaultPoint;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Faults at each boundary of the tuner, on a real node under load: each read is verified, and no request may fail. The tests share a
 * node; a kill replaces it.
 */
class FaultsIT extends OnFaultyNode {

    private static final int FLIPS = 50;
    /** Each kill restarts the node. {@code -Drafiki.kills=100 -Dit.timeout=7200} is the long form. */
    private static final int KILLS = Integer.getInteger("rafiki.kills", 2);
    /** Records of a change of two knobs that follow the first write; the last is the outcome. */
    private static final int RECORDS = 4;
    /** {@code -Drafiki.hang=60} is the long form. */
    private static final int HANG_SECONDS = Integer.getInteger("rafiki.hang", 0);
    /** {@code -Drafiki.long=true -Dit.timeout=7200} has each error at each site; else each site has one, in turn. */
    private static final int ERRORS_PER_SITE = Boolean.getBoolean("rafiki.long") ? 4 : 1;
    /** Operations between two percentiles. */
    private static final int BLOCK = FaultyNode.PER_SECOND / 4;
    /** Faults may double the 99th percentile, in nanoseconds, and add this: the noise of a machine that also runs other tests. */
    private static final long NOISE = 5_000_000;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> ERRORS = List.of("runtime", "linkage", "overflow", "memory");
    private static final String NOTIFICATION = "io/rafiki/node/TableMetricsSource.onNotification";
    private static final String SHOW = "io/rafiki/control/status/StatusPublisher.show";

    /** The sites that a tick reaches. Cassandra's own threads and the console reach the others. */
    static Stream<String> tickSites() {
        return FaultAgent.SITES.stream()
                .filter(site -> !List.of(NOTIFICATION, SHOW, FaultyNode.STATUS).contains(site));
    }

    @Test
    void fiftyCompactionChangesLoseNoWrite() throws Exception {
        host.load().reads(0.5);
        KnobCatalogue catalogue = KnobCatalogue.read(
                Distribution.file("conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, RealNode.HEAP_MIB));
        NodeKnobs knobs = new NodeKnobs(host.node().beans(), catalogue);
        List<String> choices = ((CategoricalKnob) catalogue.entry("compaction").knob()).choices();
        TableName table = TableName.parse(VerifiedLoad.KEYSPACE + "." + VerifiedLoad.TABLE);
        for (int flip = 1; flip <= FLIPS; flip++) {
            knobs.set("compaction", choices.get(flip % choices.size()), List.of(table));
            host.node().flush(VerifiedLoad.KEYSPACE);
            host.serves(FaultyNode.PER_SECOND / 10);
        }
        host.load().readEachRow();
    }

    @Test
    void threeErrorsInTenMinutesDisableTheTunerWithOneLogLine() throws Exception {
        String logged = host.node().log();
        for (String error : ERRORS) {
            long before = count("TickErrors");
            host.arm(FaultyNode.SAMPLE, error);
            // a late tick may fail twice before the fault is disarmed
            await(() -> count("TickErrors") > before || host.status().contains("tuner disabled"));
            host.disarm();
        }
        await(() ->
                host.status().contains("tuner disabled after 3 errors in 10 min; run `rafiki resume` to enable it"));
        await(() -> host.node().log().substring(logged.length()).contains("tuner disabled"));
        assertThat(host.node()
                        .log()
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
                host.assertServed();
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
            with.add(percentile(FaultyNode.SAMPLE, "collect"));
            without.add(percentile(FaultyNode.SAMPLE, "count"));
        }
        assertThat(median(with)).isGreaterThan(bar(without));
    }

    private static long bar(List<Long> without) {
        return 2 * median(without) + NOISE;
    }

    /** 99th percentile of the latency, in nanoseconds, while the site has the fault and the tuner has something to change. */
    private static long percentile(String site, String fault) throws Exception {
        host.arm(site, fault);
        host.changePools();
        host.load().latencies();
        CompletableFuture<Void> resumed = CompletableFuture.runAsync(host::resume);
        await(() -> host.hits(site) > 0);
        host.serves(Math.max(BLOCK, fault.equals("hang") ? HANG_SECONDS * FaultyNode.PER_SECOND : 0));
        long percentile = host.load().latencies().getValueAtPercentile(99);
        host.disarm();
        resumed.join();
        // returns after a tick that still runs, which may be changing the pools
        host.resume();
        return percentile;
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    @ParameterizedTest
    @FieldSource("ERRORS")
    void anErrorInThePublisherAffectsNoRequest(String error) {
        host.arm(SHOW, error);
        await(() -> host.hits(SHOW) > 0);
        host.serves(FaultyNode.PER_SECOND / 10);
    }

    @ParameterizedTest
    @FieldSource("ERRORS")
    void anErrorInATableNotificationDoesNotFailSchemaChanges(String error) {
        host.arm(NOTIFICATION, error);
        host.session().execute("CREATE TABLE verified.more (id int PRIMARY KEY)");
        host.session().execute("DROP TABLE verified.more");
        assertThat(host.hits(NOTIFICATION)).isPositive();
    }

    @ParameterizedTest
    @FieldSource("ERRORS")
    void anErrorInTheStatusEmptiesTableAndMetricOnly(String error) throws Exception {
        host.arm(FaultyNode.STATUS, error);
        assertThat(host.session().execute("SELECT * FROM rafiki.status").all()).isEmpty();
        assertThat(host.node().attribute("org.apache.cassandra.metrics:type=Rafiki,name=TickErrors", "Value"))
                .isEqualTo(Double.NaN);
        host.disarm();
        assertThat(host.session().execute("SELECT * FROM rafiki.status").all()).isNotEmpty();
    }

    /**
     * The kill comes at a random moment between the record of the first write and the last read-back. Every second change rewrites data. A
     * journal that takes its time makes the interval long enough to be hit.
     */
    @Test
    void aKillDuringAChangeIsReportedAndNotContinuedAfterTheRestart() throws Exception {
        SplittableRandom random = new SplittableRandom(FaultyNode.SEED);
        Path pools = folder.resolve("model.zip");
        Path compaction = SteepModel.writeWithCompaction(folder.resolve("compaction.zip"));
        for (int kill = 1; kill <= KILLS; kill++) {
            int moment = random.nextInt((RECORDS - 1) * FaultPoint.SLOW_MILLIS);
            String label = "kill " + kill + " of " + KILLS + ", seed " + FaultyNode.SEED + ", " + moment
                    + " ms after the first write" + (rewrites(kill) ? ", with compaction" : "");
            System.out.println(label);
            String id = endedDuringAChange(moment, rewrites(kill), host::kill);
            assertThat(JournalScan.of(host.journal()).damagedLines()).as(label).isEmpty();
            assertThat(records(id, RecordType.OUTCOME)).as(label).isEmpty();
            host.write(kill < KILLS && rewrites(kill + 1) ? compaction : pools);
            host.startTuned();
            assertInterrupted(label, id);
            host.startClients();
            host.serves(FaultyNode.PER_SECOND);
            host.assertServed();
        }
    }

    /** The node drains while the tuner writes, so the change is complete or interrupted. */
    @Test
    void aChangeDuringWhichTheNodeIsTerminatedIsNotContinuedAfterTheRestart() throws Exception {
        String label = "SIGTERM";
        String id = endedDuringAChange(FaultPoint.SLOW_MILLIS, false, host::terminate);
        assertThat(JournalScan.of(host.journal()).damagedLines()).isEmpty();
        boolean complete = !records(id, RecordType.OUTCOME).isEmpty();
        host.startTuned();
        if (complete) {
            assertNotContinued(label);
            assertThat(host.node().log()).contains("Live changes lost at restart");
        } else {
            assertInterrupted(label, id);
        }
        host.startClients();
        host.serves(FaultyNode.PER_SECOND);
    }

    private static boolean rewrites(int kill) {
        return kill % 2 == 0;
    }

    /** Ends the node. */
    @FunctionalInterface
    private interface End {
        void end() throws IOException, InterruptedException;
    }

    /** Returns the id of the change. */
    private static String endedDuringAChange(int moment, boolean rewrites, End end) throws Exception {
        host.tell("setMode", "approve");
        host.load().reads(0.9);
        host.arm(FaultyNode.APPEND, "slow");
        host.changePools();
        host.tell("resume");
        String proposal = Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        FaultsIT::last,
                        last -> last.get("kind").equals("propose")
                                && last.get("changes").contains("compaction") == rewrites)
                .get("id");
        long before = JournalScan.entries(host.journal()).stream()
                .mapToLong(JournalRecord::sequence)
                .max()
                .orElseThrow();
        host.assertServed();
        CompletableFuture<Void> applied = CompletableFuture.runAsync(() -> {
            try {
                host.tell("apply", proposal);
            } catch (IOException | JMException e) {
                // the end closes the connection
            }
        });
        String id = Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(
                        () -> JournalScan.entries(host.journal()).stream()
                                .filter(record -> record.kind() == RecordType.WRITE && record.sequence() > before)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow()
                .decision();
        Thread.sleep(moment);
        end.end();
        applied.join();
        return id;
    }

    /** The restarted node has the values of its files, and the tuner reports what was interrupted and does nothing about it. */
    private static void assertInterrupted(String label, String id) throws Exception {
        assertNotContinued(label);
        assertThat(history())
                .as(label)
                .filteredOn(decision ->
                        decision.get("id").equals(id) && decision.get("kind").equals("apply"))
                .extracting(decision -> decision.get("readBack"))
                .containsExactly("interrupted by the node's stop");
        assertThat(host.node().log()).as(label).contains("[" + id + "] was interrupted by the node's stop.");
        assertThat(start().content()).as(label).containsEntry("interrupted", id);
    }

    private static void assertNotContinued(String label) throws Exception {
        assertThat(pools()).as("values of cassandra.yaml, " + label).containsExactly(32, 32);
        assertThat(String.valueOf(host.node()
                        .attribute(
                                "org.apache.cassandra.db:type=Tables,keyspace=" + VerifiedLoad.KEYSPACE + ",table="
                                        + VerifiedLoad.TABLE,
                                "CompactionParametersJson")))
                .as("compaction of the schema, " + label)
                .contains("SizeTiered");
        assertThat(JournalScan.of(host.journal()).torn()).as(label).isFalse();
        assertThat(count("PlansApplied")).as(label).isZero();
        long restart = start().sequence();
        assertThat(JournalScan.entries(host.journal()))
                .as("written after the restart, " + label)
                .filteredOn(record -> record.sequence() > restart)
                .noneMatch(record -> record.kind() == RecordType.WRITE);
    }

    /** The record of the last start. */
    private static JournalRecord start() throws IOException {
        return JournalScan.entries(host.journal()).stream()
                .filter(record -> record.kind() == RecordType.START)
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    private static List<JournalRecord> records(String id, RecordType kind) throws IOException {
        return JournalScan.entries(host.journal()).stream()
                .filter(record -> record.kind() == kind && record.decision().equals(id))
                .toList();
    }

    private static List<Integer> pools() throws IOException, JMException {
        return List.of(
                (Integer) host.node().attribute("org.apache.cassandra.request:type=ReadStage", "MaximumPoolSize"),
                (Integer) host.node().attribute("org.apache.cassandra.request:type=MutationStage", "MaximumPoolSize"));
    }

    private static Map<String, String> last() throws IOException, JMException {
        List<Map<String, String>> history = history();
        return history.isEmpty() ? Map.of("kind", "none") : history.get(history.size() - 1);
    }

    private static List<Map<String, String>> history() throws IOException, JMException {
        CompositeData[] decisions = (CompositeData[]) host.node()
                .beans()
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
        return ((Number) host.node().tuner(attribute)).longValue();
    }
}
