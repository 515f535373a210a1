package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import io.rafiki.node.TableMetricsSource;
import io.rafiki.workload.TableCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Campaigns of one or two trials on an installed distribution, in containers, and on a node that is already there. */
class DatastoreIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Reads with few threads, reads with many: nothing else differs. */
    private static final String PLAN =
            Collecting.plan("defaults: {read_ratios: [0.1, 0.9]", "defaults: {read_ratios: [0.5]")
                            .replace("  concurrent_reads:", "  concurrent_reads: {min: 8, max: 64}")
                            // each of these nodes loads its own
                            .replace("records: 20000", "records: 4000")
                            .replace(", update_fraction: 0.1", "")
                            // two nodes share the machine: with these lengths a pause of some seconds is no stall
                            .replace("warm_up: 1s, measurement: 5s", "warm_up: 3s, measurement: 8s")
                    + "configurations:\n  - {read_ratios: [0.5], values: {concurrent_reads: 9}}\n";

    /** One of these trials. */
    private static final String ONE =
            PLAN.replaceFirst("(?m)^defaults: .*$", "defaults: {read_ratios: [], repeats: 0}");

    private static final double SCAN_SHARE = 0.2;

    /** The same with range reads. */
    private static final String SCANS =
            ONE.replace("read_ratios: [0.5]", "read_ratios: [0.5], scan_shares: [" + SCAN_SHARE + "]");

    @TempDir
    Path folder;

    @Test
    @Execution(CONCURRENT)
    void anInstalledDistributionIsMeasuredWithItsOwnSettings() throws Exception {
        Path home = installed();
        try (Collecting collecting = new Collecting(folder, ONE, "--datastore", "home:" + home)) {
            assertThat(collecting.run()).as(collecting.printed()).isZero();
            assertMeasured(collecting, "home:" + home, 9);
            for (JsonNode trial : collecting.trials()) {
                assertThat(Files.readString(
                                collecting.out().resolve(trial.get("log").asText())))
                        .contains("compaction_throughput=33MiB/s");
            }
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aContainerForEachTrialLeavesNoneBehind() throws Exception {
        try (ContainerImage image = ContainerImage.build(folder.resolve("image"), RealNode.jars());
                Collecting collecting = new Collecting(folder, ONE, "--datastore", "docker:" + image.name())) {
            Process killed = collecting.start();
            await().atMost(PATIENCE).until(() -> Files.exists(collecting.out().resolve("work/trial/ycsb/series.csv")));
            killed.destroyForcibly().waitFor();
            assertThat(image.running()).hasSize(1);

            assertThat(collecting.run()).as(collecting.printed()).isZero();
            assertMeasured(collecting, "docker:" + image.name(), 9);
            assertThat(collecting.printed()).contains("ended what an earlier run left: container rafiki-");
            assertThat(image.running()).isEmpty();
            for (JsonNode trial : collecting.trials()) {
                assertThat(trial.get("environment").get("memoryLimit").asText()).isEqualTo("container");
                assertThat(trial.get("environment").get("memoryMiB").asInt()).isEqualTo(1024);
            }
        }
    }

    @Test
    @Execution(CONCURRENT)
    void aRemoteNodeIsRestoredAlsoAfterAKill() throws Exception {
        try (RealNode node = RealNode.start(Files.createDirectory(folder.resolve("node")))) {
            itsTablesAndKnobsThatTakeARestartAreLeftAlone(node);
            try (Collecting collecting = new Collecting(folder, SCANS, "--datastore", node.address())) {
                readers(node, 24);
                Process killed = collecting.start();
                await().atMost(PATIENCE)
                        .until(() -> Files.exists(collecting.out().resolve("work/trial/ycsb/series.csv")));
                assertThat(readers(node)).isNotEqualTo(24);
                killed.destroyForcibly().waitFor();

                assertThat(collecting.run()).as(collecting.printed()).isZero();
                assertMeasured(collecting, node.address(), 9);
                assertThat(readers(node)).isEqualTo(24);
                assertThat(collecting.out()).isDirectoryNotContaining("glob:**/found-*");
                assertThat(collecting.trials()).allSatisfy(trial -> {
                    assertThat(trial.get("timing").get("otherCpuShare").isNull())
                            .isTrue();
                    assertThat(trial.get("environment").get("heapMiB").asInt()).isEqualTo(RealNode.HEAP_MIB);
                    assertThat(trial.get("environment").get("release").asText()).isEqualTo("5.0.9");
                });
                assertScansAreDrivenAndSensed(node, collecting.trials());

                // killed after its last trial, before the node was given back: there is nothing to run any more
                Path found = collecting.out().resolve("found-" + node.address().replace(':', '-') + ".json");
                Files.writeString(found, "{\"concurrent_reads\": 40}");
                assertThat(collecting.run()).as(collecting.printed()).isZero();
                assertThat(readers(node)).isEqualTo(40);
                assertThat(found).doesNotExist();
            }
        }
    }

    /**
     * A trial on a lost node has no rate. The collector waits minutes, once, for the return of the node, so an operator ends it; the campaign
     * continues on another node, and each trial counts once.
     */
    @Test
    @Execution(CONCURRENT)
    void aLostRemoteNodeCostsItsTrialOnly() throws Exception {
        RealNode lost = RealNode.start(Files.createDirectory(folder.resolve("lost")));
        try (Collecting collecting = new Collecting(folder, PLAN, "--datastore", lost.address())) {
            Process collector = collecting.start();
            await().atMost(PATIENCE).until(() -> Files.exists(collecting.out().resolve("work/trial/ycsb/series.csv")));
            lost.kill();
            await().atMost(PATIENCE).until(() -> !collecting.trials().isEmpty());
            collector.destroyForcibly().waitFor();
            assertThat(collecting.trials()).noneMatch(trial -> isMeasured(trial) || trial.has("throughput"));

            try (RealNode other = RealNode.start(Files.createDirectory(folder.resolve("other")));
                    Collecting continued = new Collecting(folder, PLAN, "--datastore", other.address())) {
                assertThat(continued.run()).as(continued.printed()).isZero();
                assertThat(continued.trials().stream()
                                .filter(DatastoreIT::isMeasured)
                                .map(trial -> trial.get("effective")
                                        .get("concurrent_reads")
                                        .asInt()))
                        .containsExactlyInAnyOrder(9, 32);
            }
        }
    }

    private static boolean isMeasured(JsonNode trial) {
        return trial.get("status").asText().equals("ok");
    }

    /** The client counts the operations of the measured part, and the node's sensor all reads since the rows were loaded. */
    private static void assertScansAreDrivenAndSensed(RealNode node, List<JsonNode> trials) throws IOException {
        assertThat(trials).allSatisfy(trial -> {
            assertThat(trial.at("/workload/scanShare").asDouble()).isEqualTo(SCAN_SHARE);
            double scans = trial.at("/latencies/scan/count").asDouble();
            double reads = trial.at("/latencies/read/count").asDouble();
            assertThat(scans / (scans + reads)).as(trial.toString()).isCloseTo(SCAN_SHARE, within(0.1));
        });
        TableCounts sensed =
                TableMetricsSource.follow(node.beans(), System::nanoTime, lost -> {}).sample().tables().stream()
                        .filter(table -> table.table().equals("ycsb.usertable"))
                        .findFirst()
                        .orElseThrow();
        assertThat((double) sensed.scans() / (sensed.scans() + sensed.reads()))
                .as(sensed.toString())
                .isCloseTo(SCAN_SHARE, within(0.1));
    }

    private void itsTablesAndKnobsThatTakeARestartAreLeftAlone(RealNode node) throws Exception {
        Path first = Files.createDirectory(folder.resolve("first"));
        String plan = PLAN.replace("concurrent_reads: {min: 8, max: 64}", "concurrent_reads:\n  trickle_fsync:");
        try (Collecting collecting = new Collecting(first, plan, "--datastore", node.address())) {
            assertThat(collecting.run()).isEqualTo(1);
            assertThat(collecting.printed())
                    .contains(node.address()
                            + ": expected knobs that can be set while the node runs, found trickle_fsync");
        }
        Path second = Files.createDirectory(folder.resolve("second"));
        try (CqlSession session = node.session();
                Collecting collecting = new Collecting(second, PLAN, "--datastore", node.address())) {
            session.execute(
                    "CREATE KEYSPACE ycsb WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute(
                    "CREATE TABLE ycsb.usertable (y_id varchar PRIMARY KEY) WITH comment = 'the accounts of 2026'");
            assertThat(collecting.run()).isEqualTo(1);
            assertThat(collecting.printed())
                    .contains("found 'the accounts of 2026'. Drop the table if it is not needed.");
            assertThat(collecting.trials()).isEmpty();
            session.execute("DROP KEYSPACE ycsb");
        }
    }

    private static void assertMeasured(Collecting collecting, String datastore, Integer... readers) throws IOException {
        List<JsonNode> trials = collecting.trials();
        assertThat(trials).hasSize(readers.length).allSatisfy(trial -> {
            assertThat(trial.get("status").asText())
                    .as(trial.path("cause").asText())
                    .isEqualTo("ok");
            assertThat(trial.get("effective")).isEqualTo(trial.get("proposed"));
            assertThat(trial.get("throughput").get("mean").asDouble()).isPositive();
            assertThat(trial.get("environment").get("datastore").asText()).isEqualTo(datastore);
        });
        assertThat(trials.stream()
                        .map(trial ->
                                trial.get("effective").get("concurrent_reads").asInt()))
                .containsExactlyInAnyOrder(readers);
    }

    /** With settings of its own. */
    private Path installed() throws IOException, InterruptedException {
        Path home = QuickStart.installation(folder.resolve("cassandra"));
        Files.writeString(
                home.resolve("conf/cassandra.yaml"),
                "compaction_throughput: 33MiB/s\nlisten_interface: no-such-interface\n");
        return home;
    }

    private static void readers(RealNode node, int threads) throws Exception {
        MBeanServerConnection beans = node.beans();
        beans.setAttribute(
                new ObjectName("org.apache.cassandra.request:type=ReadStage"),
                new Attribute("MaximumPoolSize", threads));
    }

    private static int readers(RealNode node) throws Exception {
        return (Integer) node.attribute("org.apache.cassandra.request:type=ReadStage", "MaximumPoolSize");
    }
}
