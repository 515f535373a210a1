package io.rafiki.benchmark.agent;

import io.rafiki.trainer.cli.InstallPaths;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench tick}: measures a tick of the control loop. */
@Command(
        name = "tick",
        mixinStandardHelpOptions = true,
        description =
                "Measures one tick of the control loop with 50, 1,000 and 10,000 user tables: it reads their counters"
                        + " from an MBean server with beans named as Cassandra's.")
public final class BenchTickCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        TickBenchmark.run(InstallPaths.home(), spec.commandLine().getOut());
        return 0;
    }
}
