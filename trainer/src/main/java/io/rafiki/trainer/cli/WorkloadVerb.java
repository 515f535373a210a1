package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.Shown;
import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;

/** Shows the last window. */
@Command(
        name = "workload",
        description = "Shows what clients did in the last window, and whether it may be decided upon.")
final class WorkloadVerb extends TunerVerb {

    @Override
    Object say(TunerConsole tuner) {
        return tuner.get("Workload");
    }

    @Override
    String text(Object result) {
        return result == null ? "no window has closed yet" : Shown.answer(result);
    }
}
