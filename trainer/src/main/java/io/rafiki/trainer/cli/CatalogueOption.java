package io.rafiki.trainer.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --catalogue} of every command that reads a knob catalogue. */
public final class CatalogueOption {

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "The knob catalogue. Default: conf/knobs/cassandra-5.0.yaml of this installation.")
    private Path named;

    boolean isNamed() {
        return named != null;
    }

    /** The given file, or the one of this installation. */
    public Path file() {
        return isNamed() ? named : InstallPaths.home().resolve("conf/knobs/cassandra-5.0.yaml");
    }
}
