package io.rafiki.trainer.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which knobs there are: the option of every command that reads a catalogue. */
public final class CatalogueOption {

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "The knob catalogue. Default: conf/knobs/cassandra-5.0.yaml of this installation.")
    private Path named;

    boolean isNamed() {
        return named != null;
    }

    /** The one that was named, or the one that comes with this installation. */
    public Path file() {
        return isNamed() ? named : InstallPaths.home().resolve("conf/knobs/cassandra-5.0.yaml");
    }
}
