package io.rafiki.trainer.cli;

import io.rafiki.trainer.scenario.SyntheticTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki trace}: draws a workload such as a metagenomics portal has. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = {
            "Draws a trace of a workload for `rafiki replay` and `rafiki simulate`: long read-heavy stretches, abrupt bursts of writes,"
                    + " mixed times.",
            "The same options give the same trace."
        })
final class TraceCommand implements Callable<Integer> {

    private static final int LONGEST = 7 * 24 * 60;

    @Spec
    private CommandSpec spec;

    @Option(names = "--days", paramLabel = "N", defaultValue = "4", description = "Length. Default: ${DEFAULT-VALUE}.")
    private int days;

    @Option(
            names = "--window",
            paramLabel = "MIN",
            defaultValue = "15",
            description = "Minutes that a line stands for. Default: ${DEFAULT-VALUE}.")
    private int window;

    @Option(
            names = "--reading",
            paramLabel = "MIN",
            defaultValue = "240",
            description =
                    "Mean length of read-heavy stretches (85 to 100 %% reads), in minutes. Default: ${DEFAULT-VALUE}.")
    private int reading;

    @Option(
            names = "--burst",
            paramLabel = "MIN",
            defaultValue = "30",
            description = "Mean length of bursts of writes (0 to 20 %% reads). Default: ${DEFAULT-VALUE}.")
    private int burst;

    @Option(
            names = "--mixed",
            paramLabel = "MIN",
            defaultValue = "60",
            description = "Mean length of mixed times (30 to 70 %% reads). Default: ${DEFAULT-VALUE}.")
    private int mixed;

    @Option(
            names = "--rate",
            paramLabel = "OPS",
            defaultValue = "5000",
            description = "Operations a second, in the mean. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--out", paramLabel = "FILE", description = "Where it is written. Default: the output.")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() throws IOException {
        require("--days", days, 1, 366);
        require("--window", window, 1, 24 * 60);
        require("--reading", reading, 1, LONGEST);
        require("--burst", burst, 1, LONGEST);
        require("--mixed", mixed, 1, LONGEST);
        require("--rate", rate, 1, 10_000_000);
        String text = SyntheticTrace.text(SyntheticTrace.lasting(
                        days,
                        Duration.ofMinutes(window),
                        Duration.ofMinutes(reading),
                        Duration.ofMinutes(burst),
                        Duration.ofMinutes(mixed),
                        rate,
                        seed)
                .trace());
        if (out.isPresent()) {
            Files.writeString(out.get(), text);
        } else {
            PrintWriter printed = spec.commandLine().getOut();
            printed.print(text);
            printed.flush();
        }
        return 0;
    }

    private void require(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + ": expected " + least + ".." + most + ", found " + value + ".");
        }
    }
}
