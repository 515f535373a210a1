package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.text.ScenarioFormatter;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.simulation.SimulationRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki simulate}: runs the control loop of the agent on a trace and a simulated node. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description =
                "Replays a workload against a simulated node with the tuner in mode auto. Shows each change with its"
                        + " predicted gain and its cost.")
final class SimulateCommand implements Callable<Integer> {

    private static final double GIB = 1 << 30;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--trace",
            required = true,
            paramLabel = "FILE",
            description = "The workload over time: comma-separated values with the header start,reads,writes,scans.")
    private Path trace;

    @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model bundle.")
    private Path model;

    @Option(
            names = "--yaml",
            paramLabel = "FILE",
            description = "The node's rafiki.yaml: guardrails, allowed_costs, window, knobs. Default: every setting's"
                    + " default.")
    private Path yaml;

    @Option(
            names = "--data-gib",
            paramLabel = "N",
            defaultValue = "10",
            description = "Size of the tables at the start in GiB, which a change that rewrites data costs. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double dataGib;

    @Option(
            names = "--faults",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Mean number of faults per day: reset counters, tables created and dropped, pauses, rejected and"
                            + " lost writes. Default: ${DEFAULT-VALUE}.")
    private double faults;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the load's scatter and of the faults. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Writes the report: simulate.html, simulate.svg and simulate.json.")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() throws ConfigException, BundleException, IOException {
        require(dataGib >= 0 && dataGib <= 1e6, "--data-gib: expected 0..1000000, found " + dataGib);
        require(faults >= 0 && faults <= 1e4, "--faults: expected 0..10000, found " + faults);
        ScenarioResult result;
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            result = new SimulationRunner(
                            InstallPaths.home(), trace, model, Optional.ofNullable(yaml), seed, dataGib * GIB, faults)
                    .run(progress);
        }
        PrintWriter print = spec.commandLine().getOut();
        if (out.isPresent()) {
            print.println("Report: " + ScenarioLauncher.write(out.get(), result));
        }
        ScenarioFormatter.simulate(result).forEach(print::println);
        print.flush();
        return 0;
    }

    private void require(boolean sound, String complaint) {
        if (!sound) {
            throw new ParameterException(spec.commandLine(), complaint + ".");
        }
    }
}
