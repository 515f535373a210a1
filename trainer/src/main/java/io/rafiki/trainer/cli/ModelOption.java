package io.rafiki.trainer.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --model}: the model for the agent, for every command that starts a real node with it. */
public final class ModelOption {

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description =
                    "The model bundle. Its campaign's plan is in the same folder or in conf/campaigns. Default: the"
                            + " shipped model.")
    private Optional<Path> named = Optional.empty();

    /** The given file, or the one of this installation. */
    public Path file() {
        return named.map(Path::toAbsolutePath)
                .orElseGet(() -> InstallPaths.home().resolve("conf/models/cassandra-5.0-2core/model.zip"));
    }
}
