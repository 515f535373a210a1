package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Rolls back the last change. */
@Command(name = "rollback", description = "Restores the configuration before the last change.")
final class RollbackCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("rollback", new Object[0], new String[0]);
    }
}
