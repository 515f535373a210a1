package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Rolls back the last change. */
@Command(
        name = "rollback",
        description = "Restores the configuration before the last change, or before a named decision.")
final class RollbackCommand extends TunerCommand {

    @Parameters(
            paramLabel = "ID",
            defaultValue = "",
            arity = "0..1",
            description =
                    "The decision to undo, such as d42, with all later ones. Default: the last one that is in place.")
    private String id;

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("rollback", new Object[] {id}, new String[] {String.class.getName()});
    }
}
