package io.rafiki.trainer.demo;

import io.rafiki.trainer.datastore.Cassandra;
import io.rafiki.trainer.datastore.CassandraJars;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.Datastore;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.Layout;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.datastore.Stop;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.trial.ConditionedNode;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Runs the phases on a node with the agent, then on one without, and compares. */
final class Demo {

    private final Path home;
    private final DemoPlan plan;
    private final Consumer<String> say;
    private final Path work;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;

    /**
     * @param home the distribution
     * @param say hears what happens, a line at a time
     */
    Demo(Path home, DemoPlan plan, Consumer<String> say) {
        this.home = home;
        this.plan = plan;
        this.say = say;
        this.work = plan.out().resolve("work");
        this.ledger = new ProcessLedger(work.resolve("started"));
        this.ycsb = new Ycsb(home, ledger::started);
    }

    /**
     * Runs it.
     *
     * @throws IOException with one line, if a node or YCSB failed; what it left lies in the work folder
     * @throws InterruptedException if this JVM was told to end: nothing is left then
     */
    DemoResult run() throws IOException, InterruptedException {
        ledger.clean().forEach(ended -> say.accept("ended what an earlier run left: " + ended));
        Folders.delete(work);
        try (Stop stop = new Stop(ledger, this::leave)) {
            try {
                return compared();
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
            Folders.delete(work);
            DatasetStore.discardUnfinished(data());
        } catch (IOException failure) {
            left = " " + failure.getMessage() + " stays behind.";
        }
        say.accept(how + left);
    }

    private Path data() {
        return plan.out().resolve("data");
    }

    private DemoResult compared() throws IOException, InterruptedException {
        Cassandra cassandra =
                new Datastore.Embedded(CassandraJars.DEFAULT_VERSION).cassandra(home.resolve("cache"), say);
        Dataset dataset = new DatasetStore(data(), cassandra, ledger, ycsb, say)
                .prepare(plan.conditions().data(), Layout.USUAL, Layout.USUAL);
        Tuned tuned;
        DemoRun standard;
        say.accept("");
        say.accept("A node with the agent, mode auto, " + AgentSettings.text(plan.timing()) + ":");
        try (ConditionedNode node = start(work.resolve("tuned"), dataset, cassandra, agent())) {
            node.awaitReady();
            tuned = tuned(node, work.resolve("tuned"));
        }
        say.accept("");
        say.accept("The same on a node at its defaults:");
        try (ConditionedNode node = start(work.resolve("default"), dataset, cassandra, List.of())) {
            node.awaitReady();
            standard = standard(node, work.resolve("default"));
        }
        keepLogs();
        return new DemoResult(
                standard,
                tuned.run(),
                conditions(tuned.environment(), dataset),
                plan.timing().tail().toSeconds(),
                tuned.decisions(),
                tuned.applied(),
                tuned.readBackFailures());
    }

    private ConditionedNode start(Path folder, Dataset dataset, Cassandra cassandra, List<String> jvmArguments)
            throws IOException, InterruptedException {
        return ConditionedNode.start(folder, dataset, plan.conditions(), cassandra, ledger, Map.of(), jvmArguments);
    }

    /** Settings as an operator would write them, quick enough for phases of half a minute. */
    private List<String> agent() throws IOException {
        Path settings = work.resolve("rafiki.yaml");
        Files.createDirectories(work);
        Files.writeString(settings, AgentSettings.yaml(home, plan.model(), work, plan.timing()));
        return List.of("-javaagent:" + home.resolve("rafiki-agent.jar") + "=" + settings);
    }

    /** The tuned run, with what the tuner counted. */
    private record Tuned(DemoRun run, Environment environment, long decisions, long applied, long readBackFailures) {}

    private Tuned tuned(ConditionedNode node, Path folder) throws IOException, InterruptedException {
        DemoDrive drive = new DemoDrive(node, ycsb, plan, System.nanoTime(), say);
        try (TunerConsole tuner = AgentSettings.await(node);
                Watcher watcher = new Watcher(tuner, drive::seconds, say)) {
            Map<?, ?> before = (Map<?, ?>) tuner.get("Configuration");
            List<DemoDrive.Measured> measured = new ArrayList<>();
            List<DemoPhase> phases = new ArrayList<>();
            for (int i = 0; i < plan.readRatios().size(); i++) {
                DemoDrive.Measured phase = drive.phase(i, folder.resolve("ycsb-" + i));
                measured.add(phase);
                phases.add(phase(
                        phase,
                        difference(before, (Map<?, ?>) tuner.get("Configuration")),
                        applied(watcher.events(), phase)));
            }
            return new Tuned(
                    new DemoRun("tuned", phases, DemoDrive.timeline(measured), watcher.events()),
                    node.environment(),
                    count(tuner, "Decisions"),
                    count(tuner, "Applied"),
                    count(tuner, "ReadBackFailures"));
        }
    }

    private DemoRun standard(ConditionedNode node, Path folder) throws IOException, InterruptedException {
        DemoDrive drive = new DemoDrive(node, ycsb, plan, System.nanoTime(), say);
        List<DemoDrive.Measured> measured = new ArrayList<>();
        for (int i = 0; i < plan.readRatios().size(); i++) {
            measured.add(drive.phase(i, folder.resolve("ycsb-" + i)));
        }
        return new DemoRun(
                "default",
                measured.stream()
                        .map(phase -> phase(phase, "default", Double.NaN))
                        .toList(),
                DemoDrive.timeline(measured),
                List.of());
    }

    private static DemoPhase phase(DemoDrive.Measured measured, String configuration, double secondsToApplied) {
        return new DemoPhase(
                measured.readRatio(),
                measured.begun(),
                measured.ended(),
                measured.throughput().mean(),
                measured.throughput().low(),
                measured.throughput().high(),
                measured.settled(),
                measured.readP99(),
                measured.writeP99(),
                configuration,
                secondsToApplied);
    }

    /** Seconds from the phase's first operation to its first applied configuration. */
    private static double applied(List<DemoEvent> events, DemoDrive.Measured phase) {
        return events.stream()
                .filter(event -> event.kind().equals("apply") && event.second() >= phase.begun())
                .mapToDouble(event -> event.second() - phase.begun())
                .findFirst()
                .orElse(Double.NaN);
    }

    private static String difference(Map<?, ?> before, Map<?, ?> now) {
        List<String> changed = new ArrayList<>();
        now.forEach((knob, value) -> {
            if (!Objects.equals(before.get(knob), value)) {
                changed.add(knob + "=" + value);
            }
        });
        return changed.isEmpty() ? "default" : String.join(", ", changed);
    }

    private static long count(TunerConsole tuner, String attribute) {
        return ((Number) tuner.get(attribute)).longValue();
    }

    private void keepLogs() throws IOException {
        for (String run : List.of("tuned", "default")) {
            Path log = work.resolve(run).resolve("node.log");
            if (Files.exists(log)) {
                Files.move(log, plan.out().resolve("node-" + run + ".log"), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Folders.delete(work);
    }

    private Map<String, String> conditions(Environment environment, Dataset dataset) throws IOException {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put(
                "data",
                plan.conditions().data().records() + " rows, " + (Folders.bytes(dataset.data()) >> 20)
                        + " MiB on disk before each run");
        shown.put(
                "keys",
                plan.conditions()
                        .reuseDistance()
                        .map(mean -> "reuse distance " + Math.round(mean) + " operations in the mean")
                        .orElse(plan.conditions().distribution()));
        shown.put(
                "client",
                plan.conditions().threads() + " threads of YCSB on processors " + environment.clientProcessors());
        shown.put("node", "heap " + environment.heapMiB() + " MiB, on processors " + environment.nodeProcessors());
        shown.put(
                "memory limit of the node, page cache included",
                environment.memoryMiB() == null
                        ? environment.memoryLimit()
                        : environment.memoryMiB() + " MiB (" + environment.memoryLimit() + ")");
        shown.put(
                "machine",
                environment.cores() + " x " + environment.processor() + ", " + environment.machineMiB() + " MiB");
        shown.put(
                "versions",
                "Cassandra " + environment.cassandra() + ", JVM " + environment.java() + ", " + environment.system());
        shown.put("model", plan.model().getFileName().toString());
        shown.put("tuner", AgentSettings.text(plan.timing()));
        return shown;
    }
}
