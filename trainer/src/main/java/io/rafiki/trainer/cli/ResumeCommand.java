package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Resumes a paused or stopped tuner. */
@Command(name = "resume", description = "Ends a pause, a stop, or a shutdown after errors: the tuner decides again.")
final class ResumeCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("resume", new Object[0], new String[0]);
    }
}
