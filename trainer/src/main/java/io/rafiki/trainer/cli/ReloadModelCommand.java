package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Loads a model. */
@Command(
        name = "reload-model",
        description = "Loads a model bundle into the running agent. If it is invalid, the present model stays.")
final class ReloadModelCommand extends TunerCommand {

    @Parameters(
            paramLabel = "PATH",
            arity = "0..1",
            defaultValue = "",
            description =
                    "Absolute path of the bundle on the node. Default: the bundle in use, else that of rafiki.yaml.")
    private String path;

    @Override
    Object execute(TunerConsole tuner) {
        if (!path.isBlank() && !Path.of(path).isAbsolute()) {
            throw new ConsoleException("expected the bundle's absolute path on the node, found " + path + ".");
        }
        return tuner.invoke("reloadModel", new Object[] {path}, new String[] {String.class.getName()});
    }
}
