package io.rafiki.trainer.cli;

import picocli.CommandLine.Command;

/** Benchmarks that prove the project's numbers. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "BENCHMARK",
        description = "Measures Rafiki itself. Run it on an idle machine.",
        subcommands = {
            BenchSurrogateCommand.class,
            BenchCollectionCommand.class,
            BenchTickCommand.class,
            BenchStartCommand.class,
            BenchAgentCommand.class
        })
final class BenchCommand {}
