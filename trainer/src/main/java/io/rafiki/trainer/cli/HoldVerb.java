package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Holds the tuner. */
@Command(
        name = "hold",
        description =
                "Stops the tuner's own changes until 'rafiki resume'; it goes on measuring, and apply and rollback still work.")
final class HoldVerb extends TunerVerb {

    @Parameters(paramLabel = "REASON", description = "Why; it stands in the status and in the journal.")
    private String reason;

    @Override
    Object say(TunerConsole tuner) {
        return tuner.invoke("hold", new Object[] {reason}, new String[] {String.class.getName()});
    }
}
