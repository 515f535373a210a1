package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.ModelOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench start}: measures the start-up time that the agent adds to a node. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description =
                "Starts real nodes alternately with and without the agent, and compares the time until CQL answers."
                        + " About 20 s per pair.")
public final class BenchStartCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "12",
            description = "Pairs of nodes. Default: ${DEFAULT-VALUE}.")
    private int pairs;

    @Mixin
    private ModelOption model;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path bundle = model.file();
        Path folder = Files.createTempDirectory("rafiki-start");
        try {
            PairedComparison measured = new StartBenchmark(InstallPaths.home(), folder, line -> {
                        out.println(line);
                        out.flush();
                    })
                    .run(pairs, bundle);
            PairedComparison.Difference added = measured.difference();
            out.printf(
                    Locale.ROOT,
                    "start: pairs=%d without=%.2f s added=%.2f s [%.2f, %.2f]%n",
                    pairs,
                    measured.base(),
                    added.median(),
                    added.low(),
                    added.high());
            out.flush();
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }
}
