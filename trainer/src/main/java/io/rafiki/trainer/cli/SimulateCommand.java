package io.rafiki.trainer.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Rehearses what the tuner would do under a trace of a workload, with the agent's own code. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description =
                "Replays a workload against a simulated node, with the tuner as it runs in a real one in mode auto: each change that it"
                        + " would have made, with its predicted gain and its cost.")
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
            description = "The node's rafiki.yaml: guards, costs, window, knobs. Default: every setting's default.")
    private Path yaml;

    @Option(
            names = "--data-gib",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Size of the tables at the start in GiB, which a change that rewrites data costs. Default: ${DEFAULT-VALUE}.")
    private double dataGib;

    @Option(
            names = "--faults",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Faults of the node a day, on average: counters that begin anew, tables that come and go, pauses, refused and forgotten"
                            + " values. Default: ${DEFAULT-VALUE}.")
    private double faults;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the load's scatter and of the faults. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        require(dataGib >= 0 && dataGib <= 1e6, "--data-gib: expected 0..1000000, found " + dataGib);
        require(faults >= 0 && faults <= 1e4, "--faults: expected 0..10000, found " + faults);
        return AgentProgram.run(
                "io.rafiki.agent.SimulationMain",
                List.of(
                        Installation.home().toString(),
                        trace.toString(),
                        model.toString(),
                        Optional.ofNullable(yaml).map(Path::toString).orElse(""),
                        Long.toString(seed),
                        Double.toString(dataGib * GIB),
                        Double.toString(faults)));
    }

    private void require(boolean sound, String complaint) {
        if (!sound) {
            throw new ParameterException(spec.commandLine(), complaint + ".");
        }
    }
}
