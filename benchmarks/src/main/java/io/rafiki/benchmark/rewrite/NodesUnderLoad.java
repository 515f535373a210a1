package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.node.NodeException;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.DataLoader;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.host.ControlGroups;
import io.rafiki.trainer.host.ControlGroups.Resource;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.FolderLock;
import io.rafiki.trainer.host.PageCache;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.host.RequestedLimits;
import io.rafiki.trainer.host.ShutdownHandler;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import javax.management.JMException;

/**
 * Runs the cases of a benchmark on real nodes, one node at a time. Each node starts with a copy of prepared data, and clients send the same
 * load before and after a change. The agent observes each node, and reports what JMX alone does not show.
 *
 * <p>The result of a case is one JSON line; a case that has one is not repeated.
 */
final class NodesUnderLoad {

    private static final String SETTINGS = "mode: observe\njournal: journal.jsonl\n";
    private static final int HEAP_MIB = 512;
    private static final int MEMORY_MIB = 1_024;

    /** Linux's default. Virtual disks have up to 8 MiB, with which compactions of many files read more than they need. */
    private static final int READ_AHEAD_KIB = 128;

    private static final String THREADS = "8";

    /** Folder of the keyspace in the folder of a node. Files of other keyspaces come and go. */
    private static final Path TABLES = Path.of("data", "data", DatasetStore.KEYSPACE);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The load ends earlier, with the measurement. */
    private static final Duration LONGEST_LOAD = Duration.ofMinutes(20);

    private final Path home;
    private final Path out;
    private final Path file;
    private final Path work;
    private final Consumer<String> say;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;
    private final NodeFactory cassandra;
    private final DatasetStore data;

    /** Measures a case on one or several nodes. */
    @FunctionalInterface
    interface CaseMeasurement<C, R> {
        R of(C what) throws IOException, InterruptedException;
    }

    /** Measures a node under load. */
    @FunctionalInterface
    interface NodeMeasurement<T> {
        T of(NodeJmxClient management, CassandraProcess node)
                throws IOException, InterruptedException, JMException, NodeException;
    }

    /**
     * A node and its clients.
     *
     * @param rows of the table
     * @param layout of the table
     * @param speed of the node
     * @param yaml further lines of cassandra.yaml
     * @param load YCSB properties of the operations
     */
    record Setup(
            DataSetSpec rows,
            Layout layout,
            RewriteCase.Speed speed,
            Map<String, Object> yaml,
            Map<String, String> load) {}

    /**
     * @param home the distribution
     * @param out folder of the results and the data sets
     * @param file name of the file of results
     * @param say receives progress lines
     */
    NodesUnderLoad(Path home, Path out, String file, Consumer<String> say) throws IOException, InterruptedException {
        this.home = home;
        this.out = out.toAbsolutePath();
        this.file = this.out.resolve(file);
        this.work = this.out.resolve("node");
        this.say = say;
        this.ledger = new ProcessLedger(this.out.resolve("started"));
        this.ycsb = new Ycsb(home, ledger::started);
        this.cassandra = new Datastore.Embedded(CassandraJars.DEFAULT_VERSION).cassandra(home.resolve("cache"), say);
        this.data = new DatasetStore(this.out.resolve("data"), cassandra, ledger, ycsb, say);
    }

    /**
     * Measures the cases that have no result yet.
     *
     * @param isOf whether a result is of a case
     * @param shown receives each result, also those of earlier runs
     */
    <C, R> List<R> run(
            List<C> cases, Class<R> type, BiPredicate<R, C> isOf, CaseMeasurement<C, R> measurement, Consumer<R> shown)
            throws IOException, InterruptedException {
        List<R> results = new ArrayList<>();
        FolderLock lock = FolderLock.acquire(out);
        try (lock;
                ShutdownHandler stop = new ShutdownHandler(ledger, say)) {
            ledger.clean();
            DatasetStore.discardUnfinished(data.root());
            try {
                ResultFile<R> known = new ResultFile<>(file, type);
                List<R> earlier = known.read();
                for (C each : cases) {
                    Optional<R> before = earlier.stream()
                            .filter(result -> isOf.test(result, each))
                            .findFirst();
                    R result = before.isPresent() ? before.get() : known.append(measurement.of(each));
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

    /** Starts a node and its load, measures, and ends both. */
    <T> T underLoad(Setup setup, NodeMeasurement<T> measurement) throws IOException, InterruptedException {
        FileTrees.delete(work);
        Files.createDirectories(work);
        data.prepare(setup.rows(), RewriteCase.FLUSHED, setup.layout()).copyTo(work);
        PageCache.drop(FileTrees.files(work));
        Path settings = Files.writeString(work.resolve("rafiki.yaml"), SETTINGS);
        RewriteCase.Speed speed = setup.speed();
        NodeSpec spec = NodeSpec.plain(work, HEAP_MIB)
                .withArguments(List.of("-javaagent:" + home.resolve("rafiki-agent.jar") + "=" + settings))
                .withYaml(Map.of("compaction_throughput", speed.throttle() + "MiB/s", "concurrent_compactors", 2))
                .withYaml(setup.yaml())
                .within(speed.reads()
                        .map(reads -> RequestedLimits.NONE
                                .withMemory(MEMORY_MIB)
                                .withReads(reads)
                                .withReadAhead(READ_AHEAD_KIB))
                        .orElse(RequestedLimits.NONE));
        Optional<Path> quota = Optional.empty();
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(PATIENCE);
            // a node that has run for long has compiled
            node.compileFirst().ifPresent(why -> say.accept("the node's compilers have no priority: " + why));
            quota = speed.percent().isPresent()
                    ? Optional.of(limit(node, speed.percent().get()))
                    : quota;
            if (speed.reads().isPresent()) {
                fillPageCache(node);
            }
            CompletableFuture<Boolean> ends = new CompletableFuture<>();
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> load(node, setup, ends));
            try (NodeJmxClient management = node.management()) {
                return measurement.of(management, node);
            } finally {
                ends.complete(true);
                load.join();
            }
        } catch (JMException | NodeException failure) {
            throw new IOException(setup.layout().name() + ": expected a node that answers, found " + failure, failure);
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
        Path group = groups.folder(Resource.CPU, "rafiki-benchmark-" + node.pid());
        groups.make(Resource.CPU, group);
        ledger.made(group);
        groups.limitCpu(group, percent);
        groups.join(group, node.pid());
        return group;
    }

    private void load(CassandraProcess node, Setup setup, CompletableFuture<Boolean> ends) {
        try {
            Map<String, String> properties = new TreeMap<>(setup.rows().ycsb());
            properties.putAll(DataLoader.client(node));
            properties.put("cassandra.create", "false");
            properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
            properties.put("maxexecutiontime", Long.toString(LONGEST_LOAD.toSeconds()));
            properties.put("threadcount", THREADS);
            properties.put("readproportion", "0.5");
            properties.put("updateproportion", "0.5");
            properties.put("requestdistribution", "uniform");
            properties.putAll(setup.load());
            ycsb.run(
                    new YcsbRun(false, properties, work.resolve("load"), Optional.empty()),
                    LONGEST_LOAD.plus(PATIENCE),
                    pid -> ends.isDone() ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the load was interrupted", e);
        }
    }
}
