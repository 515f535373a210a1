package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows or sets the mode. */
@Command(name = "mode", description = "Shows the mode, or sets it: observe, advise, approve or auto.")
final class ModeCommand extends TunerCommand {

    @Parameters(
            paramLabel = "MODE",
            arity = "0..1",
            description = "observe, advise, approve or auto. The next start of the node uses the mode in rafiki.yaml.")
    private String mode;

    @Override
    Object execute(TunerConsole tuner) {
        if (mode != null) {
            tuner.invoke("setMode", new Object[] {mode}, new String[] {String.class.getName()});
        }
        return tuner.get("Mode");
    }
}
