package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.FreePorts;
import io.rafiki.trainer.host.NodeGroup;
import io.rafiki.trainer.host.ProcessLedger;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Cassandra's jars on this machine, run by the current JVM's Java installation.
 *
 * @param origin origin of the release
 * @param version release
 * @param jars class path
 * @param flags JVM flags without heap size
 * @param yaml the release's own cassandra.yaml; missing keys have Cassandra's built-in default
 */
public record LocalCassandra(
        String origin, String version, List<Path> jars, List<String> flags, Map<String, Object> yaml)
        implements NodeFactory {

    /** The Java version whose flags the nodes get; the newest that Cassandra 5.0 runs on. */
    private static final int JAVA = 17;

    public LocalCassandra {
        jars = List.copyOf(jars);
        flags = List.copyOf(flags);
        yaml = Map.copyOf(yaml);
    }

    /** The jars with the flags of Cassandra's distribution for Java 17 and without a cassandra.yaml of their own. */
    public static LocalCassandra of(String version, List<Path> jars) {
        return new LocalCassandra(Datastore.EMBEDDED, version, jars, JvmFlags.all(), Map.of());
    }

    @Override
    public String java() {
        return System.getProperty("java.vm.version");
    }

    @Override
    public CassandraProcess start(NodeSpec spec, ProcessLedger ledger) throws IOException {
        requireJava(Runtime.version().feature());
        NodeFolder folder = new NodeFolder(spec.folder());
        FreePorts ports = FreePorts.choose();
        folder.write(ports, yaml, spec.cassandraYaml());
        NodeGroup group = NodeGroup.make(spec.folder(), spec.limits(), ledger);
        try {
            Process process = started(spec, folder, ports, group);
            try {
                ledger.started(process);
            } catch (IOException failure) {
                process.destroyForcibly().onExit().join();
                throw failure;
            }
            return new CassandraProcess(new LocalProcess(process, group), folder, ports, group.limits());
        } catch (IOException failure) {
            group.close();
            throw failure;
        }
    }

    /**
     * Requires the version that runs Cassandra. Commands that start no node also run on later ones.
     *
     * @param found feature release of the JVM that runs this command and the nodes
     * @throws DatastoreException with one line, if it is another one
     */
    static void requireJava(int found) throws DatastoreException {
        if (found != JAVA) {
            throw new DatastoreException("node: expected a JDK " + JAVA + " for Cassandra, found Java " + found
                    + ". Set JAVA_HOME to a JDK " + JAVA + ".");
        }
    }

    private Process started(NodeSpec spec, NodeFolder folder, FreePorts ports, NodeGroup group) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        CassandraJars.jamm(jars).ifPresent(jamm -> command.add("-javaagent:" + jamm));
        command.addAll(NodeCommand.arguments(flags, spec, folder, ports));
        command.add("-cp");
        command.add(jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(NodeCommand.MAIN);
        ProcessBuilder builder = new ProcessBuilder(group.joined(command))
                .directory(spec.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.log().toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }
}
