package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Undoes the last change. */
@Command(name = "rollback", description = "Puts back what was there before the last change.")
final class RollbackVerb extends TunerVerb {

    @Override
    Object say(TunerConsole tuner) {
        return tuner.invoke("rollback", new Object[0], new String[0]);
    }
}
