package io.rafiki.trainer.cli;

import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.spark.SparkMaster;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --engine}, for every command that runs the trials of a plan. */
final class EngineOption {

    private static final String LOCAL = "local";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--engine",
            paramLabel = "local|" + SparkMaster.FORM,
            defaultValue = LOCAL,
            description = {
                "What runs the trials: this machine, or the workers of a standalone Spark cluster, one trial each.",
                "SPARK_HOME names the installation of Spark. Default: ${DEFAULT-VALUE}."
            })
    private String engine;

    /**
     * The cluster whose machines run the trials; empty for this machine.
     *
     * @throws ParameterException with one line if the value is invalid, or does not fit the datastore
     */
    Optional<SparkMaster> spark(Datastore datastore) {
        if (engine.equals(LOCAL)) {
            return Optional.empty();
        }
        if (datastore instanceof Datastore.Remote) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--engine: expected local with an existing node, found " + engine + ". Leave it out.");
        }
        try {
            return Optional.of(SparkMaster.parse(engine));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--engine: " + e.getMessage(), e);
        }
    }
}
