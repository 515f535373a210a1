package io.rafiki.trainer.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The place where trials run: on fresh nodes, one per trial, or on an existing node. */
public sealed interface Datastore {

    /** The forms that {@link #parse} accepts, for help and messages. */
    String FORMS = "embedded, home:<CASSANDRA_HOME>, docker:<image>, remote:<host>[:<cql port>[:<jmx port>]]"
            + " or redis[:<redis-server>]";

    /** The default form. */
    String EMBEDDED = "embedded";

    /** The system of most datastores. */
    String CASSANDRA = "Cassandra";

    /** The system of {@link Redis}. */
    String REDIS = "Redis";

    /** The system of a datastore that a trial or a model has recorded; null in old trials, which ran on Cassandra. */
    static String system(String recorded) {
        return recorded != null && recorded.startsWith(Redis.PREFIX) ? REDIS : CASSANDRA;
    }

    /** The name of the system, which starts the release line of its knob catalogue. */
    default String system() {
        return CASSANDRA;
    }

    /** The shipped plan with the conditions of single trials. */
    default String plan() {
        return "sustained";
    }

    /** The value of the option in any working directory. */
    default String absolute() {
        return toString();
    }

    /** Fresh Cassandra nodes on this machine. */
    sealed interface Fresh extends Datastore {

        /**
         * Locates the release that provides the nodes.
         *
         * @param cache folder for results that are expensive to find
         * @param say receives one line before each long step
         * @throws IOException with one line, if the release is missing
         */
        NodeFactory cassandra(Path cache, Consumer<String> say) throws IOException, InterruptedException;
    }

    /**
     * The jars of a release, resolved by Maven.
     *
     * @param version release
     */
    record Embedded(String version) implements Fresh {

        @Override
        public NodeFactory cassandra(Path cache, Consumer<String> say) throws IOException, InterruptedException {
            CassandraJars jars = new CassandraJars(cache);
            if (!jars.areResolved(version)) {
                say.accept("asking Maven for the jars of Cassandra " + version);
            }
            return LocalCassandra.of(version, jars.resolve(version));
        }

        @Override
        public String toString() {
            return EMBEDDED;
        }
    }

    /**
     * An installed distribution.
     *
     * @param home its CASSANDRA_HOME
     */
    record Home(Path home) implements Fresh {

        @Override
        public NodeFactory cassandra(Path cache, Consumer<String> say) throws IOException {
            return InstalledCassandra.read(home);
        }

        @Override
        public String absolute() {
            return "home:" + home.toAbsolutePath();
        }

        @Override
        public String toString() {
            return "home:" + home;
        }
    }

    /**
     * One fresh container per node (Rafiki §4.2).
     *
     * @param image contains Cassandra in its {@code CASSANDRA_HOME} and {@code java} on its path
     */
    record Docker(String image) implements Fresh {

        @Override
        public NodeFactory cassandra(Path cache, Consumer<String> say) throws IOException {
            return CassandraImage.of(image);
        }

        @Override
        public String toString() {
            return "docker:" + image;
        }
    }

    /**
     * An existing node, whose live knobs are set.
     *
     * @param host name or address
     * @param cqlPort port for clients
     * @param jmxPort port for knobs
     * @param login for JMX
     */
    record Remote(String host, int cqlPort, int jmxPort, JmxLogin login) implements Datastore {

        static final int CQL = 9042;
        static final int JMX = 7199;

        /** A node whose JMX requires no login. */
        public Remote(String host, int cqlPort, int jmxPort) {
            this(host, cqlPort, jmxPort, JmxLogin.NONE);
        }

        /** The same node with another login. */
        public Remote with(JmxLogin other) {
            return new Remote(host, cqlPort, jmxPort, other);
        }

        @Override
        public String toString() {
            return "remote:" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + cqlPort + ":" + jmxPort;
        }
    }

    /**
     * Fresh Redis servers on this machine.
     *
     * @param server program that runs a server: a name on the path, or a file
     */
    record Redis(String server) implements Datastore {

        static final String SERVER = "redis-server";
        static final String PREFIX = "redis";

        @Override
        public String system() {
            return REDIS;
        }

        @Override
        public String plan() {
            return "redis";
        }

        @Override
        public String toString() {
            return server.equals(SERVER) ? PREFIX : PREFIX + ":" + server;
        }
    }

    /**
     * Parses the value of the option.
     *
     * @param version Cassandra release, for forms that permit a choice
     * @throws IllegalArgumentException with one line, if the text matches none of {@link #FORMS}
     */
    static Datastore parse(String text, String version) {
        if (text.equals(EMBEDDED)) {
            return new Embedded(version);
        }
        if (text.equals(Redis.PREFIX)) {
            return new Redis(Redis.SERVER);
        }
        Matcher form = Pattern.compile("(home|docker|redis|remote):(.+)").matcher(text);
        if (form.matches()) {
            String what = form.group(2);
            switch (form.group(1)) {
                case "home" -> {
                    return new Home(Path.of(what));
                }
                case "docker" -> {
                    return new Docker(what);
                }
                case "redis" -> {
                    return new Redis(Path.of(what).toAbsolutePath().toString());
                }
                default -> {
                    Matcher at = Pattern.compile("([^:\\s]+|\\[[^]]+])(?::(\\d{1,5}))?(?::(\\d{1,5}))?")
                            .matcher(what);
                    if (at.matches()) {
                        return new Remote(
                                at.group(1).replaceAll("[\\[\\]]", ""),
                                port(at.group(2), Remote.CQL),
                                port(at.group(3), Remote.JMX));
                    }
                }
            }
        }
        throw new IllegalArgumentException("expected " + FORMS + ", found " + text + ".");
    }

    private static int port(String text, int usual) {
        int port = text == null ? usual : Integer.parseInt(text);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("expected a port 1..65535, found " + port + ".");
        }
        return port;
    }
}
