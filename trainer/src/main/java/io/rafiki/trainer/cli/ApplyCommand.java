package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Applies a proposal. */
@Command(name = "apply", description = "Applies the pending proposal exactly as shown.")
final class ApplyCommand extends TunerCommand {

    @Parameters(
            paramLabel = "ID",
            description = "The proposal's id as 'rafiki propose' or 'rafiki status' shows it, such as d42.")
    private String id;

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke("apply", new Object[] {id}, new String[] {String.class.getName()});
    }
}
