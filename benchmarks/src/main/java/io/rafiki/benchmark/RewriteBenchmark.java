package io.rafiki.benchmark;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.node.NodeException;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.DataLoader;
import io.rafiki.trainer.cassandra.DataSetSpec;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.cassandra.ProcessLedger;
import io.rafiki.trainer.cassandra.ShutdownHandler;
import io.rafiki.trainer.host.ControlGroups;
import io.rafiki.trainer.host.ControlGroups.Resource;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.PageCache;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.management.JMException;

/**
 * Compares the predicted duration of rewrites of data with the measured one, on nodes of different speed, and the clients' loss with and
 * without a controlled limit of compactions.
 *
 * <p>Clients send the same load before and during a rewrite. Each case starts two nodes with a copy of the same data. The prediction rests on
 * the node's own compactions, or on a trial compaction. The result of a case is one JSON line; a case that has one is not repeated.
 */
public final class RewriteBenchmark {

    private static final int HEAP_MIB = 512;
    private static final int MEMORY_MIB = 1_024;
    private static final String THREADS = "8";

    /** Folder of the keyspace in the folder of a node. Files of other keyspaces come and go. */
    private static final Path TABLES = Path.of("data", "data", DatasetStore.KEYSPACE);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOAD = Duration.ofMinutes(8);
    private static final JsonMapper JSON = new JsonMapper();

    private final Path out;
    private final Path work;
    private final long rows;
    private final double allowed;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;
    private final NodeFactory cassandra;
    private final DatasetStore data;
    private final Consumer<String> say;

    /**
     * @param home the distribution
     * @param out folder of the results and the data sets
     * @param rows rows of the smallest table
     * @param allowed share of the throughput that clients may lose
     * @param say receives progress lines
     */
    public RewriteBenchmark(Path home, Path out, long rows, double allowed, Consumer<String> say)
            throws IOException, InterruptedException {
        this.out = out.toAbsolutePath();
        this.work = this.out.resolve("node");
        this.rows = rows;
        this.allowed = allowed;
        this.say = say;
        this.ledger = new ProcessLedger(this.out.resolve("started"));
        this.ycsb = new Ycsb(home, ledger::started);
        this.cassandra = new Datastore.Embedded(CassandraJars.DEFAULT_VERSION).cassandra(home.resolve("cache"), say);
        this.data = new DatasetStore(this.out.resolve("data"), cassandra, ledger, ycsb, say);
    }

    /**
     * Measures the cases that have no result yet.
     *
     * @param cases number of cases
     * @param shown receives each result, also those of earlier runs
     */
    List<RewriteResult> run(int cases, Consumer<RewriteResult> shown) throws IOException, InterruptedException {
        Files.createDirectories(out);
        ledger.clean();
        DatasetStore.discardUnfinished(data.root());
        List<RewriteResult> results = new ArrayList<>();
        try (ShutdownHandler stop = new ShutdownHandler(ledger, say)) {
            try {
                List<RewriteResult> earlier = earlier();
                for (RewriteCase each : RewriteCase.all().subList(0, cases)) {
                    Optional<RewriteResult> known = earlier.stream()
                            .filter(result -> result.number() == each.number())
                            .findFirst();
                    RewriteResult result = known.isPresent() ? known.get() : measured(each);
                    results.add(result);
                    shown.accept(result);
                }
            } catch (IOException | RuntimeException failure) {
                stop.unlessRequested(failure);
                throw failure;
            } finally {
                FileTrees.delete(work);
            }
        }
        return results;
    }

    private Path file() {
        return out.resolve("rewrites.jsonl");
    }

    private List<RewriteResult> earlier() throws IOException {
        List<RewriteResult> results = new ArrayList<>();
        if (Files.exists(file())) {
            for (String line : Files.readAllLines(file())) {
                results.add(JSON.readValue(line, RewriteResult.class));
            }
        }
        return results;
    }

    private RewriteResult measured(RewriteCase what) throws IOException, InterruptedException {
        RewriteRun.Measured free = run(what, false);
        RewriteRun.Measured controlled = run(what, true);
        RewriteDuration duration = free.predicted().duration();
        RewriteResult result = new RewriteResult(
                what.number(),
                what.toString(),
                duration.basis().toString(),
                duration.expected().toMillis() / 1e3,
                duration.shortest().toMillis() / 1e3,
                duration.longest().toMillis() / 1e3,
                free.seconds(),
                free.predicted().bytes() / 1_000_000,
                free.share(),
                free.loss(),
                controlled.seconds(),
                controlled.loss(),
                controlled.limit(),
                free.trial(),
                free.rewrite());
        Files.writeString(
                file(),
                JSON.writeValueAsString(result) + System.lineSeparator(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return result;
    }

    private RewriteRun.Measured run(RewriteCase what, boolean controlled) throws IOException, InterruptedException {
        DataSetSpec shape = new DataSetSpec(rows * what.size(), 10, 100, 0.5);
        FileTrees.delete(work);
        Files.createDirectories(work);
        data.prepare(shape, RewriteCase.FLUSHED, what.layout()).copyTo(work);
        PageCache.drop(FileTrees.files(work));
        RewriteCase.Speed speed = what.speed();
        NodeSpec spec = NodeSpec.plain(work, HEAP_MIB)
                .withYaml(Map.of("compaction_throughput", speed.throttle() + "MiB/s", "concurrent_compactors", 2))
                .within(speed.reads().map(reads -> MEMORY_MIB), speed.reads());
        Optional<Path> quota = Optional.empty();
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(PATIENCE);
            quota = speed.percent().isPresent()
                    ? Optional.of(limit(node, speed.percent().get()))
                    : quota;
            if (speed.reads().isPresent()) {
                fillPageCache(node);
            }
            CompletableFuture<Boolean> ends = new CompletableFuture<>();
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> load(node, shape, ends));
            try (NodeJmxClient management = node.management()) {
                return new RewriteRun(management, node.pid(), what, allowed).measure(controlled);
            } finally {
                ends.complete(true);
                load.join();
            }
        } catch (JMException | NodeException failure) {
            throw new IOException(
                    "case " + what.number() + ": expected a node that answers, found " + failure, failure);
        } finally {
            quota.ifPresent(group -> ControlGroups.mounted().remove(group));
        }
    }

    /** A node that has run for long has a full page cache. With an empty one, clients read far more from the disk at first. */
    private void fillPageCache(CassandraProcess node) throws IOException, InterruptedException {
        Optional<Path> group = ControlGroups.mounted().memoryGroup(node.pid());
        if (group.isEmpty() || !PageCache.fill(FileTrees.files(work.resolve(TABLES)), group.get())) {
            throw new IOException(
                    "process " + node.pid() + ": expected to fill the page cache of its control group, found "
                            + (group.isEmpty() ? "no group" : "an error"));
        }
    }

    /** Moves the node into a control group with a CPU quota. */
    private Path limit(CassandraProcess node, int percent) throws IOException {
        ControlGroups groups = ControlGroups.mounted();
        Path group = groups.folder(Resource.CPU, "rafiki-rewrite-" + node.pid());
        groups.make(Resource.CPU, group);
        ledger.made(group);
        groups.limitCpu(group, percent);
        groups.join(group, node.pid());
        return group;
    }

    private void load(CassandraProcess node, DataSetSpec shape, CompletableFuture<Boolean> ends) {
        try {
            Map<String, String> properties = new TreeMap<>(shape.ycsb());
            properties.putAll(DataLoader.client(node));
            properties.put("cassandra.create", "false");
            properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
            properties.put("maxexecutiontime", Long.toString(LOAD.toSeconds()));
            properties.put("threadcount", THREADS);
            properties.put("readproportion", "0.5");
            properties.put("updateproportion", "0.5");
            properties.put("requestdistribution", "uniform");
            ycsb.run(
                    new YcsbRun(false, properties, work.resolve("load"), Optional.empty()),
                    LOAD.plus(PATIENCE),
                    pid -> ends.isDone() ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the load was interrupted", e);
        }
    }
}
