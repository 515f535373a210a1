package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.rafiki.agent.boot.FaultPoint;
import io.rafiki.agent.boot.FaultPointMXBean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import org.awaitility.Awaitility;

/** A real node with faults at the boundaries of its tuner, under a load that verifies each read. After a kill it starts again. */
final class FaultyNode {

    static final long SEED = 41;
    static final int PER_SECOND = 1_000;
    static final String SAMPLE = "io/rafiki/node/TableMetricsSource.sample";
    static final String APPEND = "io/rafiki/journal/Journal.append";
    static final String STATUS = "io/rafiki/control/status/StatusPublisher.status";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Path folder;
    private final Path settings;
    private final Path journal;
    private RealNode node;
    private CqlSession session;
    private VerifiedLoad load;
    private FaultPointMXBean faults;

    private FaultyNode(Path folder) {
        this.folder = folder;
        settings = folder.resolve("rafiki.yaml");
        journal = folder.resolve("journal.jsonl");
    }

    /** Starts the node with a model of both pools, and its clients. */
    static FaultyNode start(Path folder) throws Exception {
        FaultyNode started = new FaultyNode(folder);
        started.write(SteepModel.write(folder.resolve("model.zip")));
        started.startTuned();
        started.startClients();
        return started;
    }

    /** Writes rafiki.yaml. */
    void write(Path model) throws IOException {
        Files.writeString(
                settings,
                """
                mode: approve
                model: %s
                journal: %s
                engine: compiled
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
                  after_restart: 0s
                """
                        .formatted(model, journal));
    }

    /** Starts the node without clients. */
    void startTuned() throws Exception {
        node = RealNode.start(folder, ProbeJar.faults(folder), RealNode.agent(settings));
        node.awaitTuner();
        faults = JMX.newMXBeanProxy(node.beans(), new ObjectName(FaultPoint.OBJECT_NAME), FaultPointMXBean.class);
    }

    void startClients() {
        session = node.session();
        load = new VerifiedLoad(session, SEED, PER_SECOND);
    }

    /** Kills the node as a power failure does, then stops the clients. */
    void kill() throws InterruptedException {
        node.kill();
        stopClients();
    }

    /** Stops the node by SIGTERM, then the clients. */
    void terminate() throws IOException, InterruptedException {
        node.terminate();
        stopClients();
    }

    private void stopClients() {
        load.close();
        session.close();
    }

    RealNode node() {
        return node;
    }

    CqlSession session() {
        return session;
    }

    VerifiedLoad load() {
        return load;
    }

    Path journal() {
        return journal;
    }

    /** Has a site fail or hang from now on. */
    void arm(String site, String fault) {
        faults.arm(site, fault);
    }

    /** Ends the fault. */
    void disarm() {
        faults.disarm();
    }

    /** Calls of the site since its fault began. */
    long hits(String site) {
        return faults.hits(site);
    }

    /** Ends an earlier stop, and makes most operations reads. */
    void enableTuner() throws IOException, JMException {
        tell("setMode", "auto");
        tell("resume");
        load.reads(0.9);
    }

    void assertServed() {
        assertThat(load.wrong())
                .as("wrong reads, seed %d: %s", SEED, load.first())
                .isZero();
        assertThat(load.failed()).as("failed requests: %s", load.first()).isZero();
    }

    /** Waits until the node has answered so many further operations. */
    void serves(int operations) {
        long enough = load.done() + operations;
        await(() -> load.done() >= enough);
    }

    /** Sets both pools to their defaults, so that the tuner has something to change. */
    void changePools() throws IOException, JMException {
        for (String stage : List.of("ReadStage", "MutationStage")) {
            node.set("org.apache.cassandra.request:type=" + stage, "MaximumPoolSize", 32);
        }
    }

    /** Ignores a fault that is injected into the operation itself. */
    void resume() {
        try {
            tell("resume");
        } catch (Exception e) {
            // the injected fault
        }
    }

    /** Executes a command of the operator. */
    void tell(String verb, String... words) throws IOException, JMException {
        node.tunerOperation(verb, words);
    }

    String status() throws IOException, JMException {
        return String.valueOf(node.tuner("Status"));
    }

    static void await(Callable<Boolean> reached) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(reached);
    }
}
