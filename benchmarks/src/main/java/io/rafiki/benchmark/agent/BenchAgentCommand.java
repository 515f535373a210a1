package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.agent.AgentBenchmark.Base;
import io.rafiki.benchmark.agent.AgentBenchmark.Mix;
import io.rafiki.benchmark.agent.AgentBenchmark.Protocol;
import io.rafiki.benchmark.result.OutOption;
import io.rafiki.benchmark.result.Overhead;
import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.trainer.cli.DataOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.ModelOption;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.scenario.AgentSettings;
import io.rafiki.trainer.statistics.Median;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench agent}: measures the overhead and the reaction time of the agent. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = "Compares pairs of real nodes at full load, without the agent and with the agent in mode"
                + " observe: throughput, p99, heap, resident memory, threads and start-up. Then measures the reaction time"
                + " in mode auto to steps of the read ratio. About 5 min per pair and 2 min per step. Each pair is a"
                + " line of pairs.jsonl in --out. The same command continues an interrupted run with the next pair.")
public final class BenchAgentCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "8",
            description = "Pairs of nodes, 0 or at least 2. Default: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(
            names = "--against",
            paramLabel = "BASE",
            defaultValue = "none",
            description = "The other node of each pair: none (without the agent) or compiled (the agent with engine:"
                    + " compiled). With stopped, two nodes with the agent run at the same time, and their agents run and"
                    + " stop in turn: --pairs of periods of --seconds, without lines in pairs.jsonl."
                    + " Default: ${DEFAULT-VALUE}.")
    private String against;

    @Option(
            names = "--mixes",
            paramLabel = "MIX",
            split = ",",
            defaultValue = "A,B,C",
            description = "Mixes of YCSB: A (50 %% reads), B (95 %%), C (100 %%). Default: ${DEFAULT-VALUE}.")
    private List<Mix> mixes;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "360",
            description = "Longest warm-up in seconds. In its second half it ends when the JIT compilers of both nodes"
                    + " are quiet. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Duration of the measured phase. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "10",
            description = "Steps of the read ratio, from 0.9 to 0.1 and back. Default: ${DEFAULT-VALUE}.")
    private int steps;

    @Option(
            names = "--apart",
            paramLabel = "S",
            defaultValue = "120",
            description = "Seconds between two steps. Default: ${DEFAULT-VALUE}.")
    private int apart;

    @Mixin
    private ModelOption model;

    @Mixin
    private DataOption data;

    @Mixin
    private OutOption out;

    @Override
    public Integer call() throws BundleException, ConfigException, IOException {
        OptionRange.require(
                spec,
                "--against",
                List.of("none", "compiled", "stopped").contains(against),
                "none, compiled or stopped",
                against);
        OptionRange.require(spec, "--pairs", pairs == 0 || pairs >= 2, "0, or 2 or more", pairs);
        OptionRange.requireAtLeast(spec, "--steps", 0, steps);
        OptionRange.requireAtLeast(spec, "--seconds", 10, seconds);
        OptionRange.requireAtLeast(spec, "--apart", 30, apart);
        OptionRange.requireAtLeast(spec, "--warm-up", 120, warmUp);
        PrintWriter printed = spec.commandLine().getOut();
        Consumer<String> say = line -> {
            printed.println(line);
            printed.flush();
        };
        AgentBenchmark benchmark =
                new AgentBenchmark(InstallPaths.home(), model.file(), out.folder(), data.folder(out.folder()), say);
        try {
            String line = "agent: pairs=" + pairs;
            if (pairs > 0) {
                line += cost(benchmark, say);
            }
            if (steps > 0) {
                line += reaction(benchmark.reactions(steps, Duration.ofSeconds(apart)), say);
            }
            say.accept(line);
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }

    /** Prints one line per figure, and returns the summary line. */
    private String cost(AgentBenchmark benchmark, Consumer<String> say) throws IOException, InterruptedException {
        StringBuilder summary = new StringBuilder();
        Protocol protocol = protocol();
        boolean isSwitched = protocol.base() == Base.STOPPED;
        for (Mix mix : mixes) {
            Overhead cost = isSwitched ? benchmark.switched(mix, protocol) : benchmark.cost(mix, protocol);
            String compared =
                    isSwitched ? "the running agent over the stopped one" : "the agent in mode observe over the base";
            say.accept("Mix " + mix + ", " + compared
                    + "; 95 % intervals over the pairs, or the range of fewer than six:");
            cost.lines().forEach(say);
            summary.append(" mix=").append(mix).append(cost.summary());
        }
        if (!isSwitched) {
            say.accept(String.format(
                    Locale.ROOT, "  disk        %.0f MiB in %s", libraryMiB(), AgentSettings.NATIVE_CACHE));
        }
        return summary.toString();
    }

    private Protocol protocol() {
        return new Protocol(
                pairs,
                Base.valueOf(against.toUpperCase(Locale.ROOT)),
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds));
    }

    /** The size of DL4J's unpacked libraries. */
    private static double libraryMiB() throws IOException {
        if (!Files.isDirectory(AgentSettings.NATIVE_CACHE)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(AgentSettings.NATIVE_CACHE)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum()
                    / (double) (1 << 20);
        }
    }

    private static String reaction(List<OptionalDouble> reactions, Consumer<String> say) {
        // a step without a reaction counts as the slowest one
        double[] all = reactions.stream()
                .mapToDouble(reaction -> reaction.orElse(Double.POSITIVE_INFINITY))
                .sorted()
                .toArray();
        long answered = reactions.stream().filter(OptionalDouble::isPresent).count();
        double middle = Median.of(all);
        String median = Double.isInfinite(middle)
                ? "none"
                : String.format(Locale.ROOT, "%.0fs[%.0f,%.0f]", middle, all[0], all[(int) answered - 1]);
        say.accept("From a step of the read ratio to the applied configuration: median " + median + " over "
                + reactions.size() + " steps, " + answered + " of them with a reaction.");
        return " steps=" + reactions.size() + " answered=" + answered + " reaction=" + median;
    }
}
