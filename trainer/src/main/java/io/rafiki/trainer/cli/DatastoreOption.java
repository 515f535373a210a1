package io.rafiki.trainer.cli;

import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.JmxLogin;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that select the datastore, for every command that measures. */
public final class DatastoreOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--datastore",
            paramLabel = "WHERE",
            defaultValue = Datastore.EMBEDDED,
            description = {
                "Where trials run: " + Datastore.FORMS + ".",
                "Each trial uses a fresh node. On a remote node it sets the live knobs instead. Default:"
                        + " ${DEFAULT-VALUE}."
            })
    private String datastore;

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION",
            description = "The release of an embedded Cassandra, which Maven downloads. Default: "
                    + CassandraJars.DEFAULT_VERSION + ".")
    private Optional<String> version = Optional.empty();

    @Mixin
    private JmxOptions jmx;

    /**
     * The selected datastore.
     *
     * @throws ParameterException with one line if the value is invalid
     */
    public Datastore datastore() {
        Datastore chosen;
        try {
            chosen = Datastore.parse(datastore, version.orElse(CassandraJars.DEFAULT_VERSION));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--datastore: " + refused.getMessage(), refused);
        }
        if (version.isPresent() && !(chosen instanceof Datastore.Embedded)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--cassandra: expected an embedded datastore, found " + datastore
                            + ", which has its own release. Leave it out.");
        }
        return chosen instanceof Datastore.Remote remote ? remote.with(login()) : chosen;
    }

    /** The login for the JMX of a remote node. */
    private JmxLogin login() {
        try {
            return jmx.login();
        } catch (IOException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }
}
