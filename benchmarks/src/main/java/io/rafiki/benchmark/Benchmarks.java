package io.rafiki.benchmark;

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

    static CommandLine commandLine() {
        return Rafiki.commandLine(new Benchmarks());
    }
}
