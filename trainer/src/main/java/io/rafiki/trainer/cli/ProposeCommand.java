package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Asks the tuner for a proposal. */
@Command(
        name = "propose",
        description = "Searches the best configuration for the workload of the last window. Changes nothing.")
final class ProposeCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("propose", new Object[0], new String[0]);
    }
}
