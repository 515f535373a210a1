package io.rafiki.trainer.cli;

import java.io.IOException;
import java.nio.file.Path;
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
        Path home = Installation.home();
        String classPath =
                home.resolve("lib/core/*") + ":" + home.resolve("lib/agent/*") + ":" + home.resolve("lib/trainer/*");
        Process benchmark = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "io.rafiki.agent.TickBenchmark",
                        home.toString())
                .inheritIO()
                .start();
        return benchmark.waitFor();
    }
}
