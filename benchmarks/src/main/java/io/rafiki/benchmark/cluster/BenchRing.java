package io.rafiki.benchmark.cluster;

import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.cassandra.RingLoad;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.FolderLock;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A ring of three small nodes with the agent and with rows.
 *
 * @param nodes in the order of their numbers
 * @param cql client of the first node
 * @param ycsb starts the load generator
 * @param clients its run, which reads and updates the rows until it is ended
 */
record BenchRing(List<CassandraProcess> nodes, CqlClient cql, Ycsb ycsb, YcsbRun clients) {

    static final int NODES = 3;
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int HEAP_MIB = 512;

    /** What is done with a ring. */
    interface Work {
        void with(BenchRing ring) throws IOException, InterruptedException;
    }

    /**
     * Starts a ring, writes its rows, does the work and ends the ring. First ends what an earlier run left.
     *
     * @param work folder of the nodes, whose parent is locked; it stays after a failure
     * @param settings rafiki.yaml of each node
     */
    static void run(Path work, String settings, RingLoad load, Work what) throws IOException, InterruptedException {
        ProcessLedger ledger = new ProcessLedger(work.resolve("started"));
        FolderLock lock = FolderLock.acquire(work.toAbsolutePath().getParent());
        try (lock) {
            ledger.clean();
            FileTrees.delete(work);
            Files.createDirectories(work);
            with(work, settings, load, ledger, what);
            FileTrees.delete(work);
        }
    }

    private static void with(Path work, String settings, RingLoad load, ProcessLedger ledger, Work what)
            throws IOException, InterruptedException {
        try (LocalRing ring = start(work, settings, ledger);
                CqlClient cql = CqlClient.connect(ring.nodes().get(0))) {
            cql.createKeyspace("ycsb", NODES);
            CassandraProcess first = ring.nodes().get(0);
            Ycsb ycsb = new Ycsb(InstallPaths.home(), ledger::started);
            ycsb.run(
                    new YcsbRun(true, load.loading(first), work.resolve("load"), Optional.empty()),
                    PATIENCE,
                    pid -> Ycsb.Next.GO_ON);
            YcsbRun clients = new YcsbRun(false, load.transactions(first), work.resolve("run"), Optional.empty());
            what.with(new BenchRing(ring.nodes(), cql, ycsb, clients));
        }
    }

    private static LocalRing start(Path work, String settings, ProcessLedger ledger)
            throws IOException, InterruptedException {
        return LocalRing.start(
                NODES,
                new Datastore.Embedded(CassandraJars.DEFAULT_VERSION)
                        .cassandra(InstallPaths.home().resolve("cache"), line -> {}),
                number -> node(work.resolve("node" + number), settings),
                ledger,
                PATIENCE);
    }

    private static NodeSpec node(Path folder, String settings) {
        try {
            Files.createDirectories(folder);
            Path file = Files.writeString(folder.resolve("rafiki.yaml"), settings);
            return NodeSpec.plain(folder, HEAP_MIB)
                    .withArguments(
                            List.of("-javaagent:" + InstallPaths.home().resolve("rafiki-agent.jar") + "=" + file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
