package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Stops the tuner. */
@Command(
        name = "stop",
        description =
                "Stops the tuner until 'rafiki resume'; the node keeps its changes or gets back what it had, as on_stop in rafiki.yaml says.")
final class StopVerb extends TunerVerb {

    @Override
    Object say(TunerConsole tuner) {
        return tuner.invoke("stop", new Object[0], new String[0]);
    }
}
