package io.rafiki.trainer.cli;

import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.scenario.DemoRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rafiki demo}: a node tuned while it runs, against one at its defaults. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a real Cassandra node tuned while it runs, then the same load on a node at its defaults.",
            "Exits with 0 only if at least one proposal was applied and read back."
        })
final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Short phases: less than six minutes on two cores, loading included.")
    private boolean quick;

    @Mixin
    private ModelOption model;

    @Mixin
    private DataOption data;

    @Option(
            names = "--read-ratios",
            split = ",",
            paramLabel = "R",
            defaultValue = "0.9,0.1,0.5",
            description = "One phase each, in this order. Default: ${DEFAULT-VALUE}.")
    private List<Double> readRatios;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs/demo",
            description = "The report. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        Path home = InstallPaths.home();
        Path bundle = model.file();
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            progress.begin("Demo", DemoRunner.expected(readRatios.size(), quick), "");
            return DemoRunner.run(
                            home,
                            bundle,
                            readRatios,
                            quick,
                            out.toAbsolutePath().normalize(),
                            data.folder(out),
                            progress::line)
                    ? 0
                    : 1;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }
}
