package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import java.nio.file.Path;
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
        if (!path.isBlank() && !Path.of(path).isAbsolute()) {
            throw new ConsoleException("expected the bundle's absolute path on the node, found " + path + ".");
        }
        return tuner.invoke("reloadModel", new Object[] {path}, new String[] {String.class.getName()});
    }
}
