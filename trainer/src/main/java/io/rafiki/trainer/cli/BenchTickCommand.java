package io.rafiki.trainer.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Measures the agent's tick, in a JVM with the agent's class path. */
@Command(
        name = "tick",
        mixinStandardHelpOptions = true,
        description =
                "Measures one tick of the agent with 50, 1,000 and 10,000 user tables: sensing over an MBean server with"
                        + " beans named as Cassandra's, and taking the sample into the window.")
final class BenchTickCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException, InterruptedException {
        return AgentProgram.run(
                "io.rafiki.agent.TickBenchmark", List.of(Installation.home().toString()));
    }
}
