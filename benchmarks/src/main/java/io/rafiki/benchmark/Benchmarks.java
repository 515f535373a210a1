package io.rafiki.benchmark;

import io.rafiki.benchmark.agent.BenchAgentCommand;
import io.rafiki.benchmark.agent.BenchEngineCommand;
import io.rafiki.benchmark.agent.BenchSoakCommand;
import io.rafiki.benchmark.agent.BenchStartCommand;
import io.rafiki.benchmark.agent.BenchTickCommand;
import io.rafiki.benchmark.cluster.BenchCanaryCommand;
import io.rafiki.benchmark.cluster.BenchClusterCommand;
import io.rafiki.benchmark.collection.BenchCollectionCommand;
import io.rafiki.benchmark.collection.BenchProtocolCommand;
import io.rafiki.benchmark.collection.BenchRaceCommand;
import io.rafiki.benchmark.rewrite.BenchRewriteCommand;
import io.rafiki.benchmark.rewrite.BenchStepCommand;
import io.rafiki.benchmark.rivals.BenchHeadToHeadCommand;
import io.rafiki.benchmark.rivals.BenchRivalsCommand;
import io.rafiki.benchmark.surrogate.BenchSearchCommand;
import io.rafiki.benchmark.surrogate.BenchSurrogateCommand;
import io.rafiki.benchmark.surrogate.BenchTablesCommand;
import io.rafiki.trainer.cli.Rafiki;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code rafiki bench} command of a checkout: the benchmarks that prove the published numbers. */
@Command(
        name = "rafiki bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "BENCHMARK",
        description = "Measures Rafiki itself. Run it on an idle machine.",
        subcommands = {
            BenchSurrogateCommand.class,
            BenchSearchCommand.class,
            BenchCollectionCommand.class,
            BenchRaceCommand.class,
            BenchRivalsCommand.class,
            BenchHeadToHeadCommand.class,
            BenchEngineCommand.class,
            BenchTablesCommand.class,
            BenchTickCommand.class,
            BenchProtocolCommand.class,
            BenchRewriteCommand.class,
            BenchStepCommand.class,
            BenchStartCommand.class,
            BenchAgentCommand.class,
            BenchSoakCommand.class,
            BenchCanaryCommand.class,
            BenchClusterCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Benchmarks {

    private Benchmarks() {}

    /** Runs one benchmark; the exit code is 0 on success, 1 on failure and 2 for a wrong command line. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    public static CommandLine commandLine() {
        return Rafiki.commandLine(new Benchmarks());
    }
}
