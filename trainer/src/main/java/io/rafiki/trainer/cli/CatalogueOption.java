package io.rafiki.trainer.cli;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.Provenance;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --catalogue} of every command that reads a knob catalogue. */
public final class CatalogueOption {

    private static final String REDIS = "conf/knobs/redis-7.0.yaml";

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "The knob catalogue. Default: the one of this installation for the system of --datastore, of"
                    + " the trials or of the model, such as " + KnobCatalogue.CASSANDRA + ".")
    private Path named;

    boolean isNamed() {
        return named != null;
    }

    /** The given file, or the one of this installation for Cassandra. */
    public Path file() {
        return file(Datastore.CASSANDRA);
    }

    /** The given file, or the one of this installation for the datastore. */
    public Path file(Datastore datastore) {
        return file(datastore.system());
    }

    /** The given file, or the one of this installation for the system on which a model was trained. */
    Path file(Provenance model) {
        return file(Datastore.system(model.environment().get("datastore")));
    }

    /**
     * A collector of single trials with this catalogue.
     *
     * @param data folder of the prepared data sets
     * @param again the command that measures again
     */
    public Collector singleTrials(Datastore datastore, Path data, ProgressReporter progress, String again) {
        return Collector.ofSingleTrials(InstallPaths.home(), file(datastore), datastore, data, progress, again);
    }

    private Path file(String system) {
        return isNamed()
                ? named
                : InstallPaths.home().resolve(system.equals(Datastore.REDIS) ? REDIS : KnobCatalogue.CASSANDRA);
    }

    /** The given file, or the one of this installation for the system of recorded trials. */
    Path fileOfTrials(Path trials) throws IOException {
        return isNamed() ? named : file(systemOfTrials(trials));
    }

    /** The system of recorded trials; Cassandra without any. */
    static String systemOfTrials(Path trials) throws IOException {
        List<Trial> lines = Files.isRegularFile(trials) ? Trials.read(trials) : List.of();
        return Datastore.system(lines.stream()
                .filter(Trial::isOk)
                .findFirst()
                .map(Trial::environment)
                .map(Environment::datastore)
                .orElse(null));
    }
}
