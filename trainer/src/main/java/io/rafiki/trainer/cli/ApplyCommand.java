package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Applies a proposal. */
@Command(name = "apply", description = "Applies the pending proposal exactly as shown.")
final class ApplyCommand extends TunerCommand {

    @Parameters(
            paramLabel = "ID",
            description = "The proposal's id as 'rafiki propose' or 'rafiki status' shows it, such as d42.")
    private String id;

    @Option(
            names = "--allow",
            paramLabel = "COST",
            defaultValue = "",
            description = "Apply the best configuration at this change cost instead: instant, new_data or"
                    + " rewrites_data. 'rafiki propose' lists them.")
    private String allow;

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.invoke(
                "apply", new Object[] {id, allow}, new String[] {String.class.getName(), String.class.getName()});
    }
}
