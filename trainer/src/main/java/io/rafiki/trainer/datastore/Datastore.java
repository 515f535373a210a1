package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where trials run: on fresh nodes, one for each, or on a node that is already there. */
public sealed interface Datastore {

    /** What {@link #parse} takes, for help and messages. */
    String FORMS = "embedded, home:<CASSANDRA_HOME>, docker:<image> or remote:<host>[:<cql port>[:<jmx port>]]";

    /** The default. */
    String EMBEDDED = "embedded";

    /** Fresh nodes on this machine. */
    sealed interface Fresh extends Datastore {

        /**
         * Finds what the nodes are started from.
         *
         * @param cache folder for what need not be found twice
         * @param say hears one line before what takes long
         * @throws IOException with one line, if it is not there
         */
        Cassandra cassandra(Path cache, Consumer<String> say) throws IOException, InterruptedException;
    }

    /**
     * The jars of a release, fetched by Maven.
     *
     * @param version release
     */
    record Embedded(String version) implements Fresh {

        @Override
        public Cassandra cassandra(Path cache, Consumer<String> say) throws IOException, InterruptedException {
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
        public Cassandra cassandra(Path cache, Consumer<String> say) throws IOException {
            return CassandraHome.read(home);
        }

        @Override
        public String toString() {
            return "home:" + home;
        }
    }

    /**
     * A fresh container for each node (Rafiki §4.2).
     *
     * @param image with Cassandra in its {@code CASSANDRA_HOME} and {@code java} on its path
     */
    record Docker(String image) implements Fresh {

        @Override
        public Cassandra cassandra(Path cache, Consumer<String> say) throws IOException {
            return CassandraImage.of(image);
        }

        @Override
        public String toString() {
            return "docker:" + image;
        }
    }

    /**
     * A node that is already there, whose live knobs are set.
     *
     * @param host name or address
     * @param cqlPort for clients
     * @param jmxPort for knobs
     */
    record Remote(String host, int cqlPort, int jmxPort) implements Datastore {

        static final int CQL = 9042;
        static final int JMX = 7199;

        @Override
        public String toString() {
            return "remote:" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + cqlPort + ":" + jmxPort;
        }
    }

    /**
     * Reads what a user writes.
     *
     * @param version Cassandra's release, where it can be chosen
     * @throws IllegalArgumentException with one line, if it is none of {@link #FORMS}
     */
    static Datastore parse(String text, String version) {
        if (text.equals(EMBEDDED)) {
            return new Embedded(version);
        }
        Matcher form = Pattern.compile("(home|docker|remote):(.+)").matcher(text);
        if (form.matches()) {
            String what = form.group(2);
            switch (form.group(1)) {
                case "home" -> {
                    return new Home(Path.of(what));
                }
                case "docker" -> {
                    return new Docker(what);
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
