package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the configuration of a decision in a form for this or other nodes. */
@Command(
        name = "export",
        description = "Prints the configuration of a decision as CQL, nodetool commands, cassandra.yaml lines or JSON.")
final class ExportCommand extends TunerCommand {

    private static final String TEXT = String.class.getName();

    @Parameters(paramLabel = "ID", description = "The decision's id, such as d42.")
    private String id;

    @Option(
            names = "--as",
            required = true,
            paramLabel = "FORM",
            description = {
                "alter (ALTER TABLE for the table options, all nodes), nodetool (one node until its restart),",
                "cassandra.yaml (from the next start) or json (everything, for programs)."
            })
    private String form;

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.query("export", new Object[] {id, form}, new String[] {TEXT, TEXT});
    }
}
