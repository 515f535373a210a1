package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Ends a hold. */
@Command(name = "resume", description = "Ends a hold: the tuner decides again.")
final class ResumeVerb extends TunerVerb {

    @Override
    Object say(TunerConsole tuner) {
        return tuner.invoke("resume", new Object[0], new String[0]);
    }
}
