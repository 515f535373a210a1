package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows or sets the mode. */
@Command(name = "mode", description = "Shows the mode, or sets it: observe, advise, approve or auto.")
final class ModeVerb extends TunerVerb {

    @Parameters(
            paramLabel = "MODE",
            arity = "0..1",
            description = "observe, advise, approve or auto; lost at the node's next start, where rafiki.yaml rules.")
    private String mode;

    @Override
    Object say(TunerConsole tuner) {
        if (mode != null) {
            tuner.invoke("setMode", new Object[] {mode}, new String[] {String.class.getName()});
        }
        return tuner.get("Mode");
    }
}
