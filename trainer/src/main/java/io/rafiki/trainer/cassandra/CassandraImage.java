package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.FreePorts;
import io.rafiki.trainer.host.ProcessLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cassandra in a container image. Only {@code java} and the jars in {@code $CASSANDRA_HOME/lib} are used. The node is configured like a
 * local process, and its folder is mounted under the same path.
 *
 * <p>A container uses the host network, so no address translation is measured. It runs under the current user id, so that its files can
 * be deleted.
 *
 * @param image name
 * @param version Cassandra release in the image
 * @param java version of the JVM in the image
 */
record CassandraImage(String image, String version, String java) implements NodeFactory {

    private static final String NODE =
            "exec java -javaagent:\"$(ls \"$CASSANDRA_HOME\"/lib/jamm-*.jar | head -n 1)\" \"$@\""
                    + " -cp \"$CASSANDRA_HOME/lib/*\" " + NodeCommand.MAIN + " >\"$NODE_LOG\" 2>&1";
    private static final String PROBE =
            "java -XshowSettings:properties -version 2>&1; for jar in \"$CASSANDRA_HOME\"/lib/*.jar; do basename \"$jar\"; done";
    private static final Pattern JAVA = Pattern.compile("java\\.vm\\.version = (\\S+)");

    /**
     * Inspects the image in a temporary container.
     *
     * @throws DatastoreException with one line, if no engine answers, or the image is missing or contains no Cassandra
     */
    static CassandraImage of(String image) throws IOException {
        String said = Container.output(image, List.of("sh", "-c", PROBE));
        Matcher java = JAVA.matcher(said);
        String version = InstalledCassandra.release(said.lines().map(String::strip))
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
        command.addAll(NodeCommand.arguments(JvmFlags.all(), spec, folder, ports));
        Container container = Container.start(
                image, command, Map.of("NODE_LOG", folder.log().toString()), mounts(spec), spec, ledger);
        return new CassandraProcess(container, folder, ports, container.limits());
    }

    /** The node's folder and all outside paths in its JVM arguments. */
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
