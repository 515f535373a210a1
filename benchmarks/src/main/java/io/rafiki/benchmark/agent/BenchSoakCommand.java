package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.agent.SoakSeries.Minute;
import io.rafiki.benchmark.result.OutOption;
import io.rafiki.config.ConfigException;
import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.cli.DataOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.ModelOption;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.scenario.AgentSettings;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.Variant;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench soak}: a node under load for hours, with the agent in mode auto. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description =
                "Drives a real node with the agent in mode auto for hours. Each minute it appends live heap, resident"
                        + " memory, threads, file descriptors and the size of the journal to soak.csv in --out. The same command"
                        + " continues an interrupted soak on a fresh node.")
public final class BenchSoakCommand implements Callable<Integer> {

    private static final double MIB = 1 << 20;
    private static final int MINUTES = 60;

    /** The read ratio moves so often that the tuner has changes to make. */
    private static final Duration PHASE = Duration.ofMinutes(10);

    private static final Duration PINNED = Duration.ofSeconds(60);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--hours",
            paramLabel = "N",
            defaultValue = "2",
            description = "Hours in all. Default: ${DEFAULT-VALUE}.")
    private double hours;

    @Mixin
    private ModelOption model;

    @Mixin
    private DataOption data;

    @Mixin
    private OutOption out;

    @Override
    public Integer call() throws ConfigException, IOException {
        OptionRange.require(spec, "--hours", hours > 0 && hours <= 1000, "more than 0, at most 1000", hours);
        PrintWriter print = spec.commandLine().getOut();
        Path folder = Files.createDirectories(out.folder());
        Path csv = folder.resolve("soak.csv");
        List<Minute> minutes = read(csv);
        int left = (int) Math.ceil(hours * MINUTES) - minutes.size();
        if (left > 0) {
            int run = minutes.stream().mapToInt(Minute::run).max().orElse(0) + 1;
            print.println("soak: run " + run + ", " + left + " minutes to go");
            print.flush();
            try {
                drive(folder, csv, run, left);
            } catch (InterruptedException e) {
                return InstallPaths.INTERRUPTED;
            }
            minutes = read(csv);
        }
        new SoakSeries(minutes).verdicts().forEach(print::println);
        print.printf(
                Locale.ROOT,
                "soak: minutes=%d runs=%d journal=%.2f MiB%n",
                minutes.size(),
                minutes.stream().mapToInt(Minute::run).distinct().count(),
                minutes.stream().mapToDouble(Minute::journalMiB).max().orElse(0));
        print.flush();
        return 0;
    }

    private static List<Minute> read(Path csv) throws IOException {
        List<Minute> minutes = new ArrayList<>();
        if (Files.exists(csv)) {
            Files.readAllLines(csv).stream().skip(1).map(Minute::of).forEach(minutes::add);
        } else {
            Files.writeString(csv, SoakSeries.HEADER + "\n");
        }
        return minutes;
    }

    private void drive(Path folder, Path csv, int run, int minutes)
            throws ConfigException, IOException, InterruptedException {
        ScenarioRunner runner = new ScenarioRunner(
                InstallPaths.home(),
                folder,
                data.folder(folder),
                CampaignPlan.besideBundle(model.file()).conditions(),
                line -> {});
        Schedule schedule = schedule(minutes);
        runner.run(() -> {
            runner.prepare();
            return runner.drive(
                    Variant.with("soak", AgentSettings.acting(model.file()), false),
                    schedule,
                    PINNED,
                    (second, perSecond) -> List.of(),
                    new Recorder(csv, folder.resolve("work/journal-soak"), run, minutes));
        });
    }

    private static Schedule schedule(int minutes) {
        int phases = minutes / (int) PHASE.toMinutes() + 1;
        return Schedule.of(
                IntStream.range(0, phases).mapToObj(phase -> PHASE).toList(),
                IntStream.range(0, phases)
                        .mapToObj(phase -> phase % 2 == 0 ? 0.9 : 0.1)
                        .toList());
    }

    /** Appends a line per minute. */
    private record Recorder(Path csv, Path journal, int run, int minutes) implements ScenarioRunner.Look {

        @Override
        public Ycsb.Next during(LimitedNode node, double second) throws IOException {
            if (second > 0 && second % MINUTES == 0) {
                int minute = (int) second / MINUTES;
                Minute measured = MemoryFootprint.ask(node, beans -> measure(node, beans, minute));
                Files.writeString(csv, measured.line() + "\n", StandardOpenOption.APPEND);
                return minute >= minutes ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
            }
            return Ycsb.Next.GO_ON;
        }

        private Minute measure(LimitedNode node, MBeanServerConnection beans, int minute)
                throws IOException, JMException {
            return new Minute(
                    run,
                    minute,
                    MemoryFootprint.liveBytes(beans) / MIB,
                    MemoryFootprint.residentBytes(node.process().pid()) / MIB,
                    number(beans, MemoryFootprint.THREADING, "ThreadCount"),
                    number(beans, "java.lang:type=OperatingSystem", "OpenFileDescriptorCount"),
                    FileTrees.bytes(journal) / MIB);
        }

        private static double number(MBeanServerConnection beans, String bean, String attribute)
                throws IOException, JMException {
            return ((Number) beans.getAttribute(new ObjectName(bean), attribute)).doubleValue();
        }
    }
}
