package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.Shown;
import io.rafiki.trainer.operator.TunerConsole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Loads a model. */
@Command(
        name = "reload-model",
        description = "Loads a model bundle into the running agent; a bad one is refused and the last good one kept.")
final class ReloadModelVerb extends TunerVerb {

    @Parameters(
            paramLabel = "PATH",
            arity = "0..1",
            defaultValue = "",
            description =
                    "The bundle's absolute path on the node; if left out, the one in use, else that of rafiki.yaml.")
    private String path;

    @Override
    Object say(TunerConsole tuner) {
        return tuner.invoke("reloadModel", new Object[] {path}, new String[] {String.class.getName()});
    }

    @Override
    String text(Object result) {
        return Shown.answer(result);
    }
}
