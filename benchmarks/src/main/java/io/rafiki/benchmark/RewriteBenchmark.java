package io.rafiki.benchmark;

import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.CompactionHistory.Sample;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteProgress;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.NodeException;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableName;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.DataLoader;
import io.rafiki.trainer.cassandra.DataSetSpec;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.cassandra.ProcessLedger;
import io.rafiki.trainer.cassandra.ShutdownHandler;
import io.rafiki.trainer.host.CpuAffinity;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Compares the predicted duration of rewrites of data with the measured one, on nodes of different speed.
 *
 * <p>Each node loads a table with SizeTiered, which shows the rate of its compactions. Then it changes to Leveled and back.
 * Clients write while the node shows its rate, and none do during a rewrite. So the predictions are upper limits.
 */
public final class RewriteBenchmark {

    private static final int HEAP_MIB = 512;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration SETTLED = Duration.ofSeconds(5);

    /** Least share of the data that a change must rewrite to count. */
    private static final double REWRITTEN = 0.5;

    private static final long SAMPLE_MILLIS = 500;
    private static final RewriteCostLimits PRIOR = new RewriteCostLimits(Duration.ofHours(1), 4 << 20, 0.5);
    private static final TableName TABLE = new TableName(DatasetStore.KEYSPACE, DatasetStore.TABLE);
    private static final List<String> STRATEGIES =
            List.of("{\"class\":\"LeveledCompactionStrategy\"}", "{\"class\":\"SizeTieredCompactionStrategy\"}");

    /** Speeds of nodes, from fast to slow. */
    private static final List<Speed> SPEEDS = List.of(
            new Speed(0, 2, Optional.empty(), false),
            new Speed(64, 2, Optional.empty(), false),
            new Speed(32, 1, Optional.empty(), false),
            new Speed(0, 1, Optional.empty(), true),
            new Speed(16, 2, Optional.empty(), false),
            new Speed(0, 2, Optional.of(1_000), false),
            new Speed(24, 1, Optional.empty(), true),
            new Speed(64, 2, Optional.of(500), false),
            new Speed(12, 1, Optional.empty(), false),
            new Speed(8, 1, Optional.of(500), true));

    private final Path home;
    private final Path folder;
    private final DataSetSpec data;
    private final ProcessLedger ledger;
    private final Consumer<String> say;

    /**
     * @param home the distribution
     * @param folder folder of the nodes; its content is deleted
     * @param data the table
     * @param say receives one line per rewrite
     */
    public RewriteBenchmark(Path home, Path folder, DataSetSpec data, Consumer<String> say) {
        this.home = home;
        this.folder = folder;
        this.data = data;
        this.ledger = new ProcessLedger(folder.resolve("started"));
        this.say = say;
    }

    /**
     * The speed of a node.
     *
     * @param throughput limit of compactions in MiB per second; 0 for none
     * @param compactors parallel compactions
     * @param reads limit of disk reads per second
     * @param oneProcessor whether the node has one processor only
     */
    private record Speed(int throughput, int compactors, Optional<Integer> reads, boolean oneProcessor) {}

    /**
     * A rewrite.
     *
     * @param predicted estimate before the change
     * @param seconds measured duration
     */
    public record Case(RewriteDuration predicted, double seconds) {

        /** Relative error of the prediction, with sign. */
        public double error() {
            return predicted.expected().toMillis() / 1e3 / seconds - 1;
        }

        /** Whether the interval contains the measured duration. */
        public boolean covered() {
            return seconds >= predicted.shortest().toMillis() / 1e3
                    && seconds <= predicted.longest().toMillis() / 1e3;
        }
    }

    /**
     * Measures two rewrites on each node.
     *
     * @param nodes number of nodes, each with the next speed
     */
    public List<Case> run(int nodes) throws IOException, InterruptedException {
        try (ShutdownHandler stop = new ShutdownHandler(ledger, say)) {
            try {
                return measured(nodes);
            } catch (IOException failure) {
                stop.unlessRequested(failure);
                throw failure;
            } finally {
                FileTrees.delete(folder);
            }
        }
    }

    private List<Case> measured(int nodes) throws IOException, InterruptedException {
        NodeFactory cassandra =
                new Datastore.Embedded(CassandraJars.DEFAULT_VERSION).cassandra(home.resolve("cache"), say);
        Files.createDirectories(folder);
        List<Case> cases = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            try {
                cases.addAll(node(cassandra, SPEEDS.get(node % SPEEDS.size())));
            } catch (JMException | NodeException | ExecutionException failure) {
                throw new IOException("rewrite: expected a node that answers, found " + failure, failure);
            }
        }
        return cases;
    }

    private List<Case> node(NodeFactory cassandra, Speed speed)
            throws IOException, InterruptedException, JMException, NodeException, ExecutionException {
        Path work = folder.resolve("node");
        FileTrees.delete(work);
        NodeSpec spec = NodeSpec.plain(work, HEAP_MIB)
                .withYaml(Map.of(
                        "compaction_throughput",
                        speed.throughput() + "MiB/s",
                        "concurrent_compactors",
                        speed.compactors()))
                .within(Optional.empty(), speed.reads());
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(PATIENCE);
            if (speed.oneProcessor()) {
                CpuAffinity.pin(node.pid(), "0");
            }
            try (NodeJmxClient management = node.management()) {
                return rewrites(node, management, speed);
            }
        }
    }

    private List<Case> rewrites(CassandraProcess node, NodeJmxClient management, Speed speed)
            throws IOException, InterruptedException, JMException, NodeException, ExecutionException {
        CompactionStats stats = new CompactionStats(management.connection());
        DiskSpace disks = new DiskSpace(management.connection());
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> load(node));
        CompactionHistory history = CompactionHistory.NONE;
        while (!load.isDone()) {
            history = history.next(sample(stats));
            Thread.sleep(SAMPLE_MILLIS);
        }
        load.get();
        management.flush(DatasetStore.KEYSPACE);
        management.awaitCompactions(SETTLED, LONGEST);
        List<Case> cases = new ArrayList<>();
        for (String strategy : STRATEGIES) {
            RewriteDuration predicted = RewriteCost.of(
                            stats.liveBytes(List.of(TABLE)), stats.throttle(), PRIOR, history)
                    .duration();
            RewriteProgress progress = RewriteProgress.begin(
                    "", Optional.empty(), LONGEST, stats.reading(List.of(TABLE), disks::disks), Instant.now());
            change(management, strategy);
            while (progress.running() && progress.elapsed().compareTo(LONGEST) < 0) {
                Thread.sleep(SAMPLE_MILLIS);
                history = history.next(sample(stats));
                progress = progress.next(stats.reading(List.of(TABLE), disks::disks), Instant.now());
            }
            Instant end = progress.quietSince().orElse(progress.at());
            Case measured = new Case(
                    predicted, Duration.between(progress.begunAt(), end).toMillis() / 1e3);
            // a strategy that leaves the files alone rewrites nothing
            if (progress.share() >= REWRITTEN) {
                cases.add(measured);
            }
            say.accept(String.format(
                    Locale.ROOT,
                    "%s, %.0f %% by files: predicted %.0f s (%s, %.0f to %.0f s), measured %.0f s, error %+.0f %%",
                    speed,
                    100 * progress.share(),
                    predicted.expected().toMillis() / 1e3,
                    predicted.basis().name().toLowerCase(Locale.ROOT),
                    predicted.shortest().toMillis() / 1e3,
                    predicted.longest().toMillis() / 1e3,
                    measured.seconds(),
                    100 * measured.error()));
            management.awaitCompactions(SETTLED, LONGEST);
        }
        return cases;
    }

    private void load(CassandraProcess node) {
        try {
            new DataLoader(data, Layout.USUAL, new Ycsb(home, ledger::started))
                    .write(node, Files.createDirectories(folder.resolve("load")));
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the load was interrupted", e);
        }
    }

    private static Sample sample(CompactionStats stats) throws NodeException {
        List<RunningCompaction> running = stats.running();
        return new Sample(
                Instant.now(),
                stats.compacted(running),
                running.stream().anyMatch(RunningCompaction::isAutomatic),
                ClientCounts.NONE);
    }

    private static void change(NodeJmxClient management, String strategy) throws IOException, JMException {
        ObjectName table = new ObjectName(
                "org.apache.cassandra.db:type=Tables,keyspace=" + TABLE.keyspace() + ",table=" + TABLE.table());
        management.connection().setAttribute(table, new Attribute("CompactionParametersJson", strategy));
        management.submitCompactions(TABLE.keyspace(), TABLE.table());
    }
}
