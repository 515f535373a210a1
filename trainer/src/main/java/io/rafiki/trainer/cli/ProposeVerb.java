package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Asks the tuner for a proposal. */
@Command(
        name = "propose",
        description =
                "Searches for the best configuration for the workload of the last window, and shows it. Changes nothing.")
final class ProposeVerb extends TunerVerb {

    @Override
    Object say(TunerConsole tuner) {
        return tuner.invoke("propose", new Object[0], new String[0]);
    }
}
