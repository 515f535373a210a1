package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.host.ShutdownHandler;
import io.rafiki.trainer.scenario.AgentSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures the start-up time that the agent adds to a node: real nodes with an empty data folder, alternately with and without the agent,
 * from process start to the first CQL answer.
 */
public final class StartBenchmark {

    private static final int HEAP_MIB = 512;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PROBE_MILLIS = 10;

    /** OPTIONS in version 4 of the native protocol: no flags, stream 0, no body. Every node answers it without a login. */
    private static final byte[] OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

    /** The first byte of every response in that version. */
    private static final int ANSWER = 0x84;

    private final Path home;
    private final Path folder;
    private final ProcessLedger ledger;
    private final Consumer<String> say;

    /**
     * @param home the distribution
     * @param folder folder of the nodes; its content is deleted
     * @param say receives one line per pair
     */
    public StartBenchmark(Path home, Path folder, Consumer<String> say) {
        this.home = home;
        this.folder = folder;
        this.ledger = new ProcessLedger(folder.resolve("started"));
        this.say = say;
    }

    /**
     * Starts pairs of nodes; the agent comes first in every second pair. One extra pair before them fills the page cache.
     *
     * @param model model for the agent
     * @return seconds without and with the agent
     */
    public PairedComparison run(int pairs, Path model) throws IOException, InterruptedException {
        try (ShutdownHandler stop = new ShutdownHandler(ledger, say)) {
            try {
                return measured(pairs, model);
            } catch (IOException failure) {
                stop.unlessRequested(failure);
                throw failure;
            } finally {
                FileTrees.delete(folder);
            }
        }
    }

    private PairedComparison measured(int pairs, Path model) throws IOException, InterruptedException {
        NodeFactory cassandra =
                new Datastore.Embedded(CassandraJars.DEFAULT_VERSION).cassandra(home.resolve("cache"), say);
        Files.createDirectories(folder);
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"),
                "mode: observe\nmodel: " + model + "\njournal: journal.jsonl\nnative_cache: "
                        + AgentSettings.NATIVE_CACHE + "\n");
        List<String> agent = List.of("-javaagent:" + home.resolve("rafiki-agent.jar") + "=" + settings);
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        for (int i = -1; i < pairs; i++) {
            boolean agentFirst = i % 2 == 0;
            double one = start(cassandra, agentFirst ? agent : List.of());
            double other = start(cassandra, agentFirst ? List.of() : agent);
            if (i >= 0) {
                with.add(agentFirst ? one : other);
                without.add(agentFirst ? other : one);
                say.accept(String.format(
                        Locale.ROOT,
                        "pair %d of %d: %.2f s without, %.2f s with the agent",
                        i + 1,
                        pairs,
                        without.get(i),
                        with.get(i)));
            }
        }
        return new PairedComparison(without, with);
    }

    /** The seconds from the start of a node to its first response. */
    private double start(NodeFactory cassandra, List<String> arguments) throws IOException, InterruptedException {
        Path work = folder.resolve("node");
        FileTrees.delete(work);
        NodeSpec spec = NodeSpec.plain(work, HEAP_MIB).withArguments(arguments);
        long begin = System.nanoTime();
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            while (!answers(node.cql())) {
                if (node.end().isPresent()) {
                    throw new IOException(node.end().get());
                }
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw new IOException(
                            "node: expected an answer within " + PATIENCE.toSeconds() + " s, found none. See its log.");
                }
                Thread.sleep(PROBE_MILLIS);
            }
            return (System.nanoTime() - begin) / 1e9;
        }
    }

    private static boolean answers(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1_000);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            OutputStream request = socket.getOutputStream();
            request.write(OPTIONS);
            request.flush();
            InputStream answer = socket.getInputStream();
            return answer.read() == ANSWER;
        } catch (IOException notYet) {
            return false;
        }
    }
}
