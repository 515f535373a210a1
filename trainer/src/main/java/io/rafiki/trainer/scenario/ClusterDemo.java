package io.rafiki.trainer.scenario;

import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.cassandra.RingLoad;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.ycsb.ContinuousLoad;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The scenario of {@code rafiki demo --nodes}: a ring of real nodes under load takes a roll-out, keeps it, and undoes a bad one. */
public final class ClusterDemo {

    /** Its usual duration. */
    public static final Duration EXPECTED = Duration.ofMinutes(13);

    private static final int HEAP_MIB = 512;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Time until the JVMs have compiled most of their code; the windows before the first change follow. */
    private static final Duration WARM_UP = Duration.ofSeconds(90);

    /** Shorter windows have more noise. With longer ones, twice thirty windows before a change take more than half of the demo. */
    private static final Duration WINDOW = Duration.ofSeconds(5);

    private static final RingLoad LOAD = new RingLoad(40_000, 0.5, 4, OptionalInt.empty());

    private final Path home;
    private final Path out;
    private final Path model;
    private final int nodes;
    private final Consumer<String> say;
    private final Path work;
    private final ProcessLedger ledger;

    /**
     * @param home the distribution
     * @param out folder of the result and of what runs
     * @param model bundle of the agents
     * @param nodes size of the ring, at least three
     * @param say receives a line for each event
     */
    public ClusterDemo(Path home, Path out, Path model, int nodes, Consumer<String> say) {
        this.home = home;
        this.out = out;
        this.model = model;
        this.nodes = nodes;
        this.say = say;
        this.work = out.resolve("work");
        this.ledger = new ProcessLedger(work.resolve("started"));
    }

    /**
     * Runs the scenario. All processes end with it.
     *
     * @throws IOException with one line, if a node or YCSB failed; their files stay in the work folder
     * @throws InterruptedException if this JVM was told to end
     */
    public ClusterDemoResult run() throws IOException, InterruptedException {
        return new WorkFolder(out, work, ledger, say).run(this::drive, say);
    }

    private ClusterDemoResult drive() throws IOException, InterruptedException {
        say.accept("Starting " + nodes + " nodes with heaps of " + HEAP_MIB + " MiB");
        Datastore.Embedded datastore = new Datastore.Embedded(CassandraJars.DEFAULT_VERSION);
        try (LocalRing ring = LocalRing.start(
                        nodes, datastore.cassandra(home.resolve("cache"), say), this::node, ledger, PATIENCE);
                CqlClient cql = CqlClient.connect(ring.nodes().get(0))) {
            cql.createKeyspace("ycsb", nodes);
            Ycsb ycsb = new Ycsb(home, ledger::started);
            CassandraProcess first = ring.nodes().get(0);
            say.accept("Writing " + LOAD.records() + " rows to each node");
            ycsb.run(
                    new YcsbRun(true, LOAD.loading(first), work.resolve("load"), Optional.empty()),
                    PATIENCE,
                    pid -> Ycsb.Next.GO_ON);
            Path folder = work.resolve("run");
            ContinuousLoad load = ContinuousLoad.start(
                    ycsb, new YcsbRun(false, LOAD.transactions(first), folder, Optional.empty()), LONGEST);
            try {
                say.accept(
                        "Driving " + LOAD.threads() + " clients; the nodes warm up for " + WARM_UP.toSeconds() + " s");
                return new ClusterCourse(ring, cql, load::hasEnded, () -> MeasuredSeries.soFar(folder), say)
                        .run(WARM_UP);
            } finally {
                load.end();
            }
        }
    }

    private NodeSpec node(int number) {
        try {
            Path folder = Files.createDirectories(work.resolve("node" + number));
            Path settings = folder.resolve("rafiki.yaml");
            Files.writeString(settings, AgentSettings.inRing(model, WINDOW).yaml(home, folder));
            return NodeSpec.plain(folder, HEAP_MIB)
                    .withArguments(List.of("-javaagent:" + home.resolve("rafiki-agent.jar") + "=" + settings));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
