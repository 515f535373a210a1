package io.rafiki.trainer.cli;

import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.JmxPasswordFile;
import io.rafiki.trainer.cassandra.TlsStores;
import io.rafiki.trainer.host.DatastoreException;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** The options of a JMX login, with the names and the meaning that nodetool gives them. */
final class JmxOptions {

    private static final String USERNAME = "RAFIKI_JMX_USERNAME";
    private static final String PASSWORD = "RAFIKI_JMX_PASSWORD";

    @Option(
            names = {"-u", "--username"},
            paramLabel = "USER",
            description = "JMX user, if the node requires a login. Default: environment variable " + USERNAME + ".")
    private String username;

    @Option(
            names = {"-pwf", "--password-file"},
            paramLabel = "FILE",
            description = "File with one line 'USER PASSWORD' per JMX user. Default: environment variable " + PASSWORD
                    + ", else the terminal.")
    private Path passwordFile;

    @Option(
            names = {"-pw", "--password"},
            paramLabel = "PASSWORD",
            description = "JMX password. Other users of this machine can read it in the process list.")
    private String password;

    @Option(
            names = "--ssl",
            description =
                    "Use TLS. The stores are the javax.net.ssl properties of ~/.cassandra/nodetool-ssl.properties.")
    private boolean ssl;

    /**
     * The login.
     *
     * @throws IOException with one line, if it is incomplete or a file cannot be read
     */
    JmxLogin login() throws IOException {
        return login(System::getenv, System.console());
    }

    /**
     * The same with other sources.
     *
     * @param environment environment variables
     * @param terminal null without a terminal
     */
    JmxLogin login(UnaryOperator<String> environment, Console terminal) throws IOException {
        String user = username == null ? environment.apply(USERNAME) : username;
        Optional<JmxLogin.Credentials> credentials = user == null
                ? Optional.empty()
                : Optional.of(new JmxLogin.Credentials(user, password(user, environment, terminal)));
        if (user == null && passwordFile != null) {
            throw new DatastoreException("-pwf: expected a user, found none. Give -u USER.");
        }
        return new JmxLogin(credentials, ssl ? Optional.of(stores(environment)) : Optional.empty());
    }

    /**
     * The options of the same login for a command in a file.
     *
     * @throws IllegalArgumentException with one line, if the password itself is an option
     */
    List<String> repeated() {
        if (password != null) {
            throw new IllegalArgumentException(
                    "-pw: expected no password, since others can read the written command, found one."
                            + " Give -pwf FILE.");
        }
        List<String> options = new ArrayList<>();
        if (username != null) {
            options.addAll(List.of("-u", username));
        }
        if (passwordFile != null) {
            options.addAll(List.of("-pwf", passwordFile.toAbsolutePath().toString()));
        }
        if (ssl) {
            options.add("--ssl");
        }
        return options;
    }

    private String password(String user, UnaryOperator<String> environment, Console terminal) throws IOException {
        if (passwordFile != null) {
            return JmxPasswordFile.password(passwordFile, user);
        }
        String known = password == null ? environment.apply(PASSWORD) : password;
        if (known == null && terminal != null) {
            char[] typed = terminal.readPassword("JMX password of %s: ", user);
            known = typed == null ? null : new String(typed);
        }
        if (known == null) {
            throw new DatastoreException("-u: expected the password of the JMX user " + user
                    + ", found none. Give -pwf FILE, or set " + PASSWORD + ".");
        }
        return known;
    }

    private static TlsStores stores(UnaryOperator<String> environment) throws IOException {
        return TlsStores.read(
                Path.of(System.getProperty("user.home"), ".cassandra", "nodetool-ssl.properties"),
                System::getProperty,
                environment);
    }
}
