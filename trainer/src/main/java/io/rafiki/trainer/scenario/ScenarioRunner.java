package io.rafiki.trainer.scenario;

import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Dataset;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.cassandra.ProcessLedger;
import io.rafiki.trainer.cassandra.ShutdownHandler;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.FolderLock;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.LimitedNode;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where nodes are driven one after the other: the same data, conditions and clients for each.
 *
 * <p>The rows are loaded once and kept; the folder {@code work} holds what runs, and goes. Ctrl-C ends all that was started.
 */
public final class ScenarioRunner {

    private final Path home;
    private final Path out;
    private final Path data;
    private final TrialConditions conditions;
    private final Consumer<String> say;
    private final Path work;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;

    /**
     * @param home the distribution
     * @param out folder of the logs and of what runs
     * @param data folder of the prepared data sets
     * @param conditions of the campaign behind the model
     * @param say hears what happens, a line at a time
     */
    public ScenarioRunner(Path home, Path out, Path data, TrialConditions conditions, Consumer<String> say) {
        this.home = home;
        this.out = out;
        this.data = data;
        this.conditions = conditions;
        this.say = say;
        this.work = out.resolve("work");
        this.ledger = new ProcessLedger(work.resolve("started"));
        this.ycsb = new Ycsb(home, ledger::started);
    }

    /** What drives nodes here. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Looks at a node while nobody drives it. */
    public interface Look {
        Look NONE = new Look() {};

        /** It is up and not yet driven; where it has the agent, its console answers. */
        default void before(LimitedNode node) throws IOException, InterruptedException {}

        /** It has been driven, and still runs. */
        default void after(LimitedNode node) throws IOException, InterruptedException {}
    }

    /**
     * Runs what drives nodes.
     *
     * @throws IOException with one line, if a node or YCSB failed; what it left lies in the work folder
     * @throws InterruptedException if this JVM was told to end: nothing is left then but the loaded rows
     */
    public <T> T run(Work<T> nodes) throws IOException, InterruptedException {
        FolderLock lock = FolderLock.acquire(out);
        try (lock;
                ShutdownHandler stop = new ShutdownHandler(ledger, this::leave)) {
            ledger.clean().forEach(ended -> say.accept("ended what an earlier run left: " + ended));
            FileTrees.delete(work);
            try {
                T result = nodes.run();
                FileTrees.delete(work);
                return result;
            } catch (IOException | RuntimeException failure) {
                stop.unlessRequested(failure);
                throw failure;
            }
        }
    }

    /** Told to end: all that was started has ended, and nothing half made stays. */
    private void leave(String how) {
        String left = "";
        try {
            FileTrees.delete(work);
            DatasetStore.discardUnfinished(data);
        } catch (IOException failure) {
            left = " " + failure.getMessage() + " stays behind.";
        }
        say.accept(how + left);
    }

    /** Loads the rows in the usual layout, unless they are there. */
    public void prepare() throws IOException, InterruptedException {
        dataset(Layout.USUAL);
    }

    /**
     * Drives one contender along a schedule, on a node of its own.
     *
     * @param warmUp after which the node is held to its own processors
     * @param progress says how it goes
     * @param look at the node before and after
     */
    public RunResult drive(Variant contender, Schedule schedule, Duration warmUp, ProgressListener progress, Look look)
            throws IOException, InterruptedException {
        RunResult run = driven(contender, schedule, warmUp, progress, look);
        Path log = work.resolve(contender.name()).resolve("node.log");
        if (Files.exists(log)) {
            Files.move(log, out.resolve("node-" + contender.name() + ".log"), StandardCopyOption.REPLACE_EXISTING);
        }
        return run;
    }

    private RunResult driven(
            Variant contender, Schedule schedule, Duration warmUp, ProgressListener progress, Look look)
            throws IOException, InterruptedException {
        Dataset dataset = dataset(contender.layout());
        Path folder = work.resolve(contender.name());
        try (LimitedNode node = LimitedNode.start(
                folder,
                dataset,
                conditions,
                contender.places().orElse(conditions::pinning),
                cassandra(),
                ledger,
                contender.cassandraYaml(),
                jvmArguments(contender))) {
            long started = System.nanoTime();
            node.awaitReady();
            double startSeconds = (System.nanoTime() - started) / 1e9;
            LoadRun drive = new LoadRun(schedule, folder.resolve("ycsb"), progress, say);
            if (contender.agent().isPresent() && !contender.watched()) {
                TunerPoller.await(node);
            }
            // null closes nothing
            try (TunerPoller watcher = contender.watched() ? TunerPoller.of(node, drive::seconds, say) : null) {
                look.before(node);
                YcsbResult result = drive.run(node, ycsb, warmUp);
                look.after(node);
                return new RunResult(
                        contender.name(),
                        node.environment(),
                        startSeconds,
                        result,
                        watcher == null ? List.of() : watcher.events(),
                        Optional.ofNullable(watcher).map(TunerPoller::tally));
            }
        }
    }

    private List<String> jvmArguments(Variant contender) throws IOException {
        if (contender.agent().isEmpty()) {
            return List.of();
        }
        Files.createDirectories(work);
        Path settings = work.resolve("rafiki-" + contender.name() + ".yaml");
        Path journal = Files.createDirectories(work.resolve("journal-" + contender.name()));
        Files.writeString(settings, contender.agent().get().yaml(home, journal));
        return List.of("-javaagent:" + home.resolve("rafiki-agent.jar") + "=" + settings);
    }

    /** The rows in a layout, loaded when first asked for. */
    private Dataset dataset(Layout layout) throws IOException, InterruptedException {
        return new DatasetStore(data, cassandra(), ledger, ycsb, say).prepare(conditions.data(), Layout.USUAL, layout);
    }

    private NodeFactory cassandra() throws IOException, InterruptedException {
        return new Datastore.Embedded(CassandraJars.DEFAULT_VERSION).cassandra(home.resolve("cache"), say);
    }

    private static String limit(Integer amount, String unit, String kind) {
        return amount == null ? kind : amount + " " + unit + " (" + kind + ")";
    }

    /** What stood the same for all contenders: data, memory, machine, versions. */
    public Map<String, String> conditions(RunResult run) throws IOException, InterruptedException {
        Environment environment = run.environment();
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put(
                "data",
                conditions.data().records() + " rows, "
                        + (FileTrees.bytes(dataset(Layout.USUAL).data()) >> 20) + " MiB on disk before each run");
        shown.put(
                "keys",
                conditions
                        .reuseDistance()
                        .map(mean -> "reuse distance " + Math.round(mean) + " operations in the mean")
                        .orElse(conditions.distribution()));
        shown.put("client", conditions.threads() + " threads of YCSB on processors " + environment.clientProcessors());
        shown.put("node", "heap " + environment.heapMiB() + " MiB, on processors " + environment.nodeProcessors());
        shown.put(
                "memory limit of the node, page cache included",
                limit(environment.memoryMiB(), "MiB", environment.memoryLimit()));
        shown.put("limit on its reads from the disk", limit(environment.reads(), "a second", environment.readLimit()));
        shown.put(
                "machine",
                environment.cores() + " x " + environment.processor() + ", " + environment.machineMiB() + " MiB");
        shown.put(
                "versions",
                "Cassandra " + environment.cassandra() + ", JVM " + environment.java() + ", " + environment.system());
        return shown;
    }
}
