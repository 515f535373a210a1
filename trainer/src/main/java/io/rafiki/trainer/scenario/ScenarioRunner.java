package io.rafiki.trainer.scenario;

import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Dataset;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.FreeSpace;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Runs variants of a node one after the other, with the same data, conditions and clients for each. Only one node runs at a time, because
 * two would share processors, page cache and disk.
 *
 * <p>The rows are loaded once and kept. The folder {@code work} contains the running node and is deleted afterwards. Ctrl-C ends all
 * processes that were started.
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
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /**
     * @param home the distribution
     * @param out folder of the logs and of what runs
     * @param data folder of the prepared data sets
     * @param conditions of the campaign behind the model
     * @param say receives a line for each event
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

    /** Work on nodes. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Observes a node before, during and after its load. */
    public interface Look {
        Look NONE = new Look() {};

        /** The node is up, before its load; its agent, if any, responds. */
        default void before(LimitedNode node) throws IOException, InterruptedException {}

        /**
         * Each second of the load; {@code ENOUGH} ends it early.
         *
         * @param second since its first operation
         */
        default Ycsb.Next during(LimitedNode node, double second) throws IOException, InterruptedException {
            return Ycsb.Next.GO_ON;
        }

        /** After the load, while the node still runs. */
        default void after(LimitedNode node) throws IOException, InterruptedException {}
    }

    /**
     * Runs a scenario: each variant follows the schedule on a node of its own. The state of the first one ends the phases if the scenario
     * has limits for them. Further runs of all variants follow if there is time.
     *
     * @throws IOException with one line, if the disk is too full, or a node or YCSB failed; its files stay in the work folder
     * @throws InterruptedException if this JVM was told to end; only the loaded rows are left then
     */
    public ScenarioResult run(Scenario scenario) throws IOException, InterruptedException {
        return run(() -> measured(scenario));
    }

    private ScenarioResult measured(Scenario scenario) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (Path folder : List.of(out, data)) {
            FreeSpace.of(folder).require(conditions.data().writtenBytes());
        }
        prepare();
        long first = System.nanoTime();
        List<List<VariantResult>> blocks = new ArrayList<>();
        Map<String, String> shared = new LinkedHashMap<>();
        Scenario known = scenario;
        do {
            List<VariantResult> block = new ArrayList<>();
            for (Variant variant : scenario.block(blocks.size())) {
                announce(scenario, variant);
                VariantRun measured = drive(known, variant);
                known = measured.scenario();
                block.add(
                        variant.name().equals(Variant.BASELINE) ? 0 : block.size(),
                        VariantResult.of(known, variant, measured.run()));
                shared.putAll(conditions(measured.run()));
                FileTrees.delete(work.resolve(variant.name()));
            }
            blocks.add(block);
        } while (scenario.isTimeForBlock(seconds(begin), seconds(first) / blocks.size()));
        shared.put("tuner", scenario.tuner());
        return new ScenarioResult(
                scenario.name(),
                known.schedule(),
                scenario.start(),
                blocks.get(0),
                shared,
                blocks.stream().skip(1).map(RunPair::of).toList());
    }

    /** A run, and the scenario with the phases that it had. */
    private record VariantRun(Scenario scenario, RunResult run) {}

    private VariantRun drive(Scenario scenario, Variant variant) throws IOException, InterruptedException {
        if (scenario.phases().isEmpty()) {
            return new VariantRun(scenario, drive(variant, scenario.schedule(), scenario.warmUp()));
        }
        PhaseController phases =
                new PhaseController(scenario.readRatios(), scenario.phases().get());
        RunResult run = drive(variant, phases);
        return new VariantRun(scenario.with(phases), run);
    }

    private void announce(Scenario scenario, Variant variant) {
        String settings = variant.agent().map(agent -> scenario.tuner()).orElse(variant.configuration());
        say.accept("");
        say.accept("Node " + variant.name() + (settings.equals(variant.name()) ? "" : ": " + settings));
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    /**
     * Runs work on nodes while no other process uses the folder.
     *
     * @throws IOException with one line, if a node or YCSB failed; its files stay in the work folder
     * @throws InterruptedException if this JVM was told to end; only the loaded rows are left then
     */
    public <T> T run(Work<T> nodes) throws IOException, InterruptedException {
        return new WorkFolder(out, work, ledger, say).run(nodes, this::leave);
    }

    /** Deletes unfinished rows after this JVM was told to end. */
    private void leave(String how) {
        String left = "";
        try {
            DatasetStore.discardUnfinished(data);
        } catch (IOException failure) {
            left = " " + failure.getMessage() + " stays behind.";
        }
        say.accept(how + left);
    }

    /** Loads the rows in the usual layout unless they are loaded. */
    public void prepare() throws IOException, InterruptedException {
        dataset(Layout.USUAL);
    }

    /**
     * Drives one variant along a schedule, on a node of its own, without samples of its compaction debt.
     *
     * @param warmUp time after which the node may use its own processors only
     * @param progress reports the load
     * @param look observes the node before and after the load
     */
    public RunResult drive(Variant variant, Schedule schedule, Duration warmUp, ProgressListener progress, Look look)
            throws IOException, InterruptedException {
        return drive(variant, progress, look, (load, node, tuner) -> load.run(node, ycsb, schedule, warmUp, look));
    }

    /** Drives one variant along a schedule, and samples its compaction debt. */
    private RunResult drive(Variant variant, Schedule schedule, Duration warmUp)
            throws IOException, InterruptedException {
        LoadProgress progress = new LoadProgress(schedule);
        return drive(variant, progress, Look.NONE, (load, node, tuner) -> load.run(node, ycsb, schedule, warmUp));
    }

    /** Drives one variant until all phases were measured. */
    private RunResult drive(Variant variant, PhaseController phases) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        return drive(variant, phases, Look.NONE, (load, node, tuner) -> {
            phases.startedAfter(Duration.ofNanos(System.nanoTime() - begin));
            return load.run(node, ycsb, phases, tuner);
        });
    }

    /** A load on a node whose tuner may be followed. */
    @FunctionalInterface
    private interface Load {
        YcsbResult run(LoadRun load, LimitedNode node, Optional<TunerPoller> tuner)
                throws IOException, InterruptedException;
    }

    private RunResult drive(Variant variant, ProgressListener progress, Look look, Load load)
            throws IOException, InterruptedException {
        RunResult run = driven(variant, progress, look, load);
        Path log = work.resolve(variant.name()).resolve("node.log");
        if (Files.exists(log)) {
            Files.move(log, out.resolve("node-" + variant.name() + ".log"), StandardCopyOption.REPLACE_EXISTING);
        }
        return run;
    }

    private RunResult driven(Variant variant, ProgressListener progress, Look look, Load load)
            throws IOException, InterruptedException {
        Dataset dataset = dataset(variant.layout());
        Path folder = work.resolve(variant.name());
        try (LimitedNode node = LimitedNode.start(
                folder,
                dataset,
                conditions,
                variant.places().orElse(conditions::pinning),
                cassandra(),
                ledger,
                variant.cassandraYaml(),
                jvmArguments(variant))) {
            long started = System.nanoTime();
            node.awaitReady();
            double startSeconds = seconds(started);
            node.environment().refusedLimits().stream().filter(reported::add).forEach(say);
            LoadRun drive = new LoadRun(folder.resolve("ycsb"), progress, say);
            if (variant.agent().isPresent() && !variant.watched()) {
                TunerPoller.await(node);
            }
            // null closes nothing
            try (TunerPoller watcher = variant.watched() ? TunerPoller.of(node, drive::seconds, say) : null) {
                look.before(node);
                YcsbResult result = load.run(drive, node, Optional.ofNullable(watcher));
                look.after(node);
                return new RunResult(
                        node.environment(),
                        startSeconds,
                        result,
                        watcher == null ? List.of() : watcher.events(),
                        Optional.ofNullable(watcher).map(TunerPoller::counters),
                        drive.debt());
            }
        }
    }

    private List<String> jvmArguments(Variant variant) throws IOException {
        if (variant.agent().isEmpty()) {
            return List.of();
        }
        Files.createDirectories(work);
        Path settings = work.resolve("rafiki-" + variant.name() + ".yaml");
        Path journal = Files.createDirectories(work.resolve("journal-" + variant.name()));
        Files.writeString(settings, variant.agent().get().yaml(home, journal));
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

    /** The conditions that all variants share: data, limits, machine and versions. */
    private Map<String, String> conditions(RunResult run) throws IOException, InterruptedException {
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
        if (conditions.cpuPercent().isPresent()) {
            shown.put("limit on its processor time", limit(environment.cpuPercent(), "%", environment.cpuLimit()));
        }
        shown.put(
                "machine",
                environment.cores() + " x " + environment.processor() + ", " + environment.machineMiB() + " MiB");
        shown.put(
                "versions",
                "Cassandra " + environment.release() + ", JVM " + environment.java() + ", " + environment.system());
        return shown;
    }
}
