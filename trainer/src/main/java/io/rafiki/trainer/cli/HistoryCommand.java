package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Shows past decisions. */
@Command(name = "history", description = "Shows the last decisions and changes, newest last.")
final class HistoryCommand extends TunerCommand {

    @Option(
            names = {"-n", "--number"},
            paramLabel = "N",
            defaultValue = "20",
            description = "How many. Default: ${DEFAULT-VALUE}.")
    private int number;

    @Override
    void requireOptions(CommandSpec command) {
        OptionRange.requireAtLeast(command, "-n", 1, number);
    }

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.query("history", new Object[] {number}, new String[] {int.class.getName()});
    }
}
