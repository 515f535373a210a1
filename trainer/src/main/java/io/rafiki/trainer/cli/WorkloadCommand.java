package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import picocli.CommandLine.Command;

/** Shows the last window. */
@Command(
        name = "workload",
        description = "Shows the workload of the last window, and whether it is valid for a decision.")
final class WorkloadCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.get("Workload");
    }

    @Override
    String text(Object result, TunerFormatter formatter) {
        return formatter.workload(result);
    }
}
