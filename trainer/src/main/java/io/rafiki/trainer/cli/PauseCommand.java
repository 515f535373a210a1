package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Pauses the tuner. */
@Command(
        name = "pause",
        description =
                "Pauses decisions and automatic rollbacks until 'rafiki resume'. Commands such as apply and rollback still"
                        + " work.")
final class PauseCommand extends TunerCommand {

    @Parameters(paramLabel = "REASON", description = "The reason, for the status and the journal.")
    private String reason;

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("pause", new Object[] {reason}, new String[] {String.class.getName()});
    }
}
