package io.rafiki.trainer.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which model a real node's agent loads: the option of every command that starts one. */
public final class ModelOption {

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description =
                    "The model bundle. Its campaign's plan is in the same folder or in conf/campaigns. Default: the"
                            + " shipped model.")
    private Optional<Path> named = Optional.empty();

    /** The one that was named, or the one that comes with this installation. */
    public Path file() {
        return named.map(Path::toAbsolutePath)
                .orElseGet(() -> InstallPaths.home().resolve("conf/models/cassandra-5.0-2core/model.zip"));
    }
}
