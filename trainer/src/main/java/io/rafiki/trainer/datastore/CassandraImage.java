package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cassandra in a container image, of which only the jars in {@code $CASSANDRA_HOME/lib} and {@code java} are used: the node is configured
 * as one that runs outside, with its folder mounted under the same path.
 *
 * <p>A container has the machine's network, so that no translation of addresses is measured, and this user's id, so that what it writes can
 * be removed.
 *
 * @param image name
 * @param version of Cassandra in it
 * @param java version of its JVM
 */
record CassandraImage(String image, String version, String java) implements Cassandra {

    private static final String NODE =
            "exec java -javaagent:\"$(ls \"$CASSANDRA_HOME\"/lib/jamm-*.jar | head -n 1)\" \"$@\""
                    + " -cp \"$CASSANDRA_HOME/lib/*\" " + NodeCommand.MAIN + " >\"$NODE_LOG\" 2>&1";
    private static final String PROBE =
            "java -XshowSettings:properties -version 2>&1; for jar in \"$CASSANDRA_HOME\"/lib/*.jar; do basename \"$jar\"; done";
    private static final Pattern JAVA = Pattern.compile("java\\.vm\\.version = (\\S+)");

    /**
     * Asks a container of the image what is in it.
     *
     * @throws DatastoreException with one line, if no engine answers, or the image is not there or holds no Cassandra
     */
    static CassandraImage of(String image) throws IOException {
        String said = Container.output(image, List.of("sh", "-c", PROBE));
        Matcher java = JAVA.matcher(said);
        String version = CassandraHome.release(said.lines().map(String::strip))
                .orElseThrow(
                        () -> new DatastoreException(
                                "docker:" + image
                                        + ": expected an image with Cassandra's jars in $CASSANDRA_HOME/lib, found none. Use another image."));
        if (!java.find()) {
            throw new DatastoreException(
                    "docker:" + image + ": expected an image with java on its path, found none. Use another image.");
        }
        return new CassandraImage(image, version, java.group(1));
    }

    @Override
    public String origin() {
        return "docker:" + image;
    }

    @Override
    public Map<String, Object> yaml() {
        return Map.of();
    }

    @Override
    public CassandraProcess start(NodeSpec spec, ProcessLedger ledger) throws IOException {
        NodeFolder folder = new NodeFolder(spec.folder());
        FreePorts ports = FreePorts.choose();
        folder.write(ports, yaml(), spec.cassandraYaml());
        List<String> command = new ArrayList<>(List.of("sh", "-c", NODE, "sh"));
        command.addAll(NodeCommand.arguments(NodeFlags.all(), spec, folder, ports));
        Container container = Container.start(
                image, command, Map.of("NODE_LOG", folder.log().toString()), mounts(spec), spec, ledger);
        return new CassandraProcess(container, folder, ports, container.limits());
    }

    /** The node's folder, and what its JVM's arguments name outside of it. */
    private static List<Path> mounts(NodeSpec spec) {
        List<Path> mounts = new ArrayList<>(List.of(spec.folder()));
        for (String argument : spec.jvmArguments()) {
            if (argument.startsWith("-javaagent:")) {
                String[] files = argument.substring("-javaagent:".length()).split("=", 2);
                mounts.add(Path.of(files[0]).toAbsolutePath().getParent());
            }
        }
        return mounts;
    }
}
