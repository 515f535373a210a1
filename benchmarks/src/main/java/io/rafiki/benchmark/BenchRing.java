package io.rafiki.benchmark;

import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.cassandra.ProcessLedger;
import io.rafiki.trainer.cli.InstallPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Rings of three small nodes with the agent. */
final class BenchRing {

    static final int NODES = 3;
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int HEAP_MIB = 512;

    private BenchRing() {}

    /**
     * Starts a ring.
     *
     * @param work folder of the nodes
     * @param settings rafiki.yaml of each node
     */
    static LocalRing start(Path work, ProcessLedger ledger, String settings) throws IOException, InterruptedException {
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
