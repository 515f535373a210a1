package io.rafiki.trainer.cli;

import io.rafiki.trainer.cassandra.Datastore;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --catalogue} of every command that reads a knob catalogue. */
public final class CatalogueOption {

    private static final String CASSANDRA = "conf/knobs/cassandra-5.0.yaml";
    private static final String REDIS = "conf/knobs/redis-7.0.yaml";

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "The knob catalogue. Default: " + CASSANDRA + " of this installation; with --datastore redis "
                    + REDIS + ".")
    private Path named;

    boolean isNamed() {
        return named != null;
    }

    /** The given file, or the one of this installation for Cassandra. */
    public Path file() {
        return file(CASSANDRA);
    }

    /** The given file, or the one of this installation for the datastore. */
    Path file(Datastore datastore) {
        return file(datastore instanceof Datastore.Redis ? REDIS : CASSANDRA);
    }

    private Path file(String standard) {
        return isNamed() ? named : InstallPaths.home().resolve(standard);
    }
}
