package io.rafiki.benchmark;

import io.rafiki.benchmark.AgentBenchmark.Base;
import io.rafiki.benchmark.AgentBenchmark.Cost;
import io.rafiki.config.ConfigException;
import io.rafiki.trainer.cli.DataOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.ModelOption;
import io.rafiki.trainer.scenario.AgentSettings;
import io.rafiki.trainer.statistics.ConfidenceInterval;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench agent}: measures the overhead and the reaction time of the agent. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = "Compares pairs of real nodes at full load, without the agent and with the agent in mode"
                + " observe: throughput, p99, heap, resident memory, threads and start-up. Then measures the reaction time"
                + " in mode auto to steps of the read ratio. About 2 min per pair and per step.")
final class BenchAgentCommand implements Callable<Integer> {

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
                    + " compiled). Default: ${DEFAULT-VALUE}.")
    private String against;

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

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs/bench-agent",
            description = "Folder of the nodes. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws ConfigException, IOException {
        if (!List.of("none", "compiled").contains(against)) {
            throw new ParameterException(
                    spec.commandLine(), "--against: expected none or compiled, found " + against + ".");
        }
        if (pairs < 0 || pairs == 1 || steps < 0 || seconds < 10 || apart < 30) {
            throw new ParameterException(
                    spec.commandLine(),
                    "expected --pairs 0 or from 2, --steps from 0, --seconds from 10 and --apart from 30, found "
                            + List.of(pairs, steps, seconds, apart) + ".");
        }
        PrintWriter printed = spec.commandLine().getOut();
        Consumer<String> say = line -> {
            printed.println(line);
            printed.flush();
        };
        AgentBenchmark benchmark = new AgentBenchmark(
                InstallPaths.home(), model.file(), out.toAbsolutePath().normalize(), data.folder(out), say);
        try {
            String line = "agent: pairs=" + pairs;
            if (pairs > 0) {
                line += cost(
                        benchmark.cost(
                                pairs, Base.valueOf(against.toUpperCase(Locale.ROOT)), Duration.ofSeconds(seconds)),
                        say);
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
    private static String cost(Cost cost, Consumer<String> say) throws IOException {
        say.accept("With the agent in mode observe, over the base; 95 % intervals over the pairs:");
        PairedComparison.Difference heap = cost.heapMiB().difference();
        PairedComparison.Difference resident = cost.residentMiB().difference();
        PairedComparison.Difference start = cost.start().difference();
        say.accept("  throughput  " + percent(cost.throughput().share()));
        say.accept("  read p99    " + percent(cost.readP99().share()));
        say.accept("  write p99   " + percent(cost.writeP99().share()));
        say.accept(number("  heap        %+.1f MiB [%.1f, %.1f], the model loaded", heap));
        say.accept(number("  resident    %+.1f MiB [%.1f, %.1f]", resident));
        say.accept(
                String.format(Locale.ROOT, "  disk        %.0f MiB in %s", libraryMiB(), AgentSettings.NATIVE_CACHE));
        say.accept(number("  start       %+.2f s [%.2f, %.2f]", start));
        double most =
                cost.processor().stream().mapToDouble(share -> share).max().orElseThrow();
        say.accept(String.format(
                Locale.ROOT,
                "  threads     %d, which took at most %.2f %% of one processor",
                cost.threads(),
                100 * most));
        return String.format(
                Locale.ROOT,
                " throughput=%s read_p99=%s write_p99=%s heap=%.1fMiB resident=%.1fMiB disk=%.0fMiB threads=%d"
                        + " processor=%.2f%% start=%.2fs",
                compact(cost.throughput().share()),
                compact(cost.readP99().share()),
                compact(cost.writeP99().share()),
                heap.median(),
                resident.median(),
                libraryMiB(),
                cost.threads(),
                100 * most,
                start.median());
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

    private static String number(String format, PairedComparison.Difference difference) {
        return String.format(Locale.ROOT, format, difference.median(), difference.low(), difference.high());
    }

    private static String percent(ConfidenceInterval share) {
        return String.format(
                Locale.ROOT, "%+.2f %% [%+.2f, %+.2f]", 100 * share.mean(), 100 * share.low(), 100 * share.high());
    }

    private static String compact(ConfidenceInterval share) {
        return String.format(
                Locale.ROOT, "%+.2f%%[%+.2f,%+.2f]", 100 * share.mean(), 100 * share.low(), 100 * share.high());
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
