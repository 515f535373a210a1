package io.rafiki.trainer.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --data}: the folder of prepared data sets, for every command that starts nodes. */
public final class DataOption {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder of prepared data sets, which campaigns can share. Default: DIR/data of --out.")
    private Optional<Path> named = Optional.empty();

    /** The given folder, or the default one in the command's output folder. */
    public Path folder(Path out) {
        return named.orElse(out.resolve("data"));
    }
}
