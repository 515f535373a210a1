package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Ends a hold. */
@Command(name = "resume", description = "Ends a pause or a stop: the tuner decides again.")
final class ResumeCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("resume", new Object[0], new String[0]);
    }
}
