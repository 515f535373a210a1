package io.rafiki.trainer.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the rows of fresh nodes lie: the option of every command that starts some. */
public final class DataOption {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder of prepared data sets, which campaigns can share. Default: DIR/data of --out.")
    private Optional<Path> named = Optional.empty();

    /** The folder that was named, or the usual one in a command's own. */
    public Path folder(Path out) {
        return named.orElse(out.resolve("data"));
    }
}
