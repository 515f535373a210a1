package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Stops the tuner. */
@Command(
        name = "stop",
        description =
                "Stops the tuner until 'rafiki resume'. The setting on_stop keeps its changes or restores the start values.")
final class StopCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("stop", new Object[0], new String[0]);
    }
}
