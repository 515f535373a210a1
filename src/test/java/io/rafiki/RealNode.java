package io.rafiki;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.LocalCassandra;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.trainer.cassandra.NodeSpec;
import io.rafiki.trainer.host.ProcessLedger;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnectorFactory;
import org.awaitility.Awaitility;

/** A Cassandra node with the packaged agent in it, as an operator starts one. */
final class RealNode implements AutoCloseable {

    static final int HEAP_MIB = 512;

    static final String VERSION = System.getProperty("rafiki.cassandra.version");
    private static final String TUNER = "io.rafiki:type=Tuner";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Tests share a small machine with other tests; what is slow there is not wrong. */
    private static final Map<String, Object> UNHURRIED =
            Map.of("read_request_timeout", "60s", "range_request_timeout", "60s", "write_request_timeout", "60s");

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private final Path folder;
    private final CassandraProcess process;
    private final NodeJmxClient management;

    private RealNode(Path folder, CassandraProcess process, NodeJmxClient management) {
        this.folder = folder;
        this.process = process;
        this.management = management;
    }

    /**
     * Starts a node and waits until clients can connect.
     *
     * @param folder the node's own
     * @param agents arguments of the JVM that name the agent
     */
    static RealNode start(Path folder, String... agents) throws IOException, InterruptedException {
        return start(folder, Map.of(), agents);
    }

    /**
     * The same for a node whose JMX asks who comes.
     *
     * @param login as {@link JMXConnectorFactory#connect} takes it
     */
    static RealNode start(Path folder, Map<String, ?> login, String... agents)
            throws IOException, InterruptedException {
        return start(folder, Map.of(), login, agents);
    }

    /**
     * The same with lines of cassandra.yaml, such as those by which JMX asks Cassandra's own roles.
     *
     * @param yaml lines over the tests' own
     */
    static RealNode start(Path folder, Map<String, Object> yaml, Map<String, ?> login, String... agents)
            throws IOException, InterruptedException {
        NodeSpec spec = NodeSpec.plain(folder, HEAP_MIB)
                .withYaml(UNHURRIED)
                .withYaml(yaml)
                .withArguments(QuickStart.FLAGS)
                .withArguments(List.of(agents));
        CassandraProcess process =
                LocalCassandra.of(VERSION, jars()).start(spec, new ProcessLedger(TARGET.resolve("processes")));
        try {
            process.awaitReady(PATIENCE);
            // a node makes its first role when it is up
            NodeJmxClient management = Awaitility.await()
                    .atMost(PATIENCE)
                    .failFast(() -> process.end().isPresent())
                    .ignoreExceptions()
                    .until(() -> NodeJmxClient.connect("127.0.0.1", process.jmxPort(), login), Objects::nonNull);
            return new RealNode(folder, process, management);
        } catch (IOException | InterruptedException | RuntimeException failure) {
            process.close();
            throw failure;
        }
    }

    /** Cassandra's class path, resolved where the commands of the distribution look for it. */
    static List<Path> jars() throws IOException, InterruptedException {
        return new CassandraJars(Distribution.file("cache")).resolve(VERSION);
    }

    /** The JVM argument that loads the packaged agent with these settings. */
    static String agent(Path settings) {
        return "-javaagent:" + Distribution.agentJar() + "=" + settings;
    }

    /** The node as {@code --datastore} names it. */
    String address() {
        return "remote:127.0.0.1:" + process.cql().getPort() + ":" + process.jmxPort();
    }

    /** The programs that an operator runs on it. */
    OperatorTools tools() {
        return new OperatorTools(folder, process.jmxPort());
    }

    /** The node as the trainer's load generator takes it. */
    CassandraProcess process() {
        return process;
    }

    MBeanServerConnection beans() {
        return management.connection();
    }

    Object attribute(String bean, String name) throws IOException, JMException {
        return beans().getAttribute(new ObjectName(bean), name);
    }

    void set(String bean, String name, Object value) throws IOException, JMException {
        beans().setAttribute(new ObjectName(bean), new Attribute(name, value));
    }

    /** Number of a metric of Cassandra's. */
    long metric(String keys, String attribute) throws IOException, JMException {
        return ((Number) attribute("org.apache.cassandra.metrics:" + keys, attribute)).longValue();
    }

    boolean has(String bean) throws IOException, JMException {
        return beans().isRegistered(new ObjectName(bean));
    }

    /**
     * Waits until the tuner has looked at the node for the first time: all that it shows is there then. A node that is given up is killed, so
     * that it does not run at the same time as the next one.
     */
    void awaitTuner() throws InterruptedException {
        try {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> has(TUNER) && ((CompositeData[]) tuner("Knobs")).length > 0);
        } catch (RuntimeException givenUp) {
            kill();
            throw givenUp;
        }
    }

    Object tuner(String attribute) throws IOException, JMException {
        return attribute(TUNER, attribute);
    }

    /** Invokes an operation of the tuner's console that takes only texts. */
    Object tunerOperation(String name, String... texts) throws IOException, JMException {
        String[] types = new String[texts.length];
        Arrays.fill(types, String.class.getName());
        return beans().invoke(new ObjectName(TUNER), name, texts, types);
    }

    /** Sends a signal, such as STOP, to its process. */
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("kill -" + name + " " + process.pid() + " failed");
        }
    }

    /** Port of its JMX. */
    int jmxPort() {
        return process.jmxPort();
    }

    /** The facts about the model in use, as the console shows them. */
    Map<String, Object> model() throws IOException, JMException {
        CompositeData shown = (CompositeData) tuner("Model");
        Map<String, Object> facts = new TreeMap<>();
        shown.getCompositeType().keySet().forEach(key -> facts.put(key, shown.get(key)));
        return facts;
    }

    CqlSession session() {
        return session(CqlSession.builder());
    }

    /** A session that never connects to another node of the cluster. */
    CqlSession sessionWithout(RealNode other) {
        int port = other.process.cql().getPort();
        return session(CqlSession.builder()
                .withNodeDistanceEvaluator((node, datacenter) ->
                        node.getEndPoint().resolve() instanceof InetSocketAddress address && address.getPort() == port
                                ? NodeDistance.IGNORED
                                : null));
    }

    /** A session of a role. */
    CqlSession session(String role, String password) {
        return session(CqlSession.builder().withAuthCredentials(role, password));
    }

    private CqlSession session(CqlSessionBuilder builder) {
        return builder.addContactPoint(process.cql())
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                        // each change of the schema would wait a second for others
                        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                        .build())
                .build();
    }

    void flush(String keyspace) throws IOException {
        management.flush(keyspace);
    }

    /** All that the node has printed and logged. */
    String log() throws IOException {
        return Files.readString(process.log());
    }

    /** Ends the node as a loss of power would: nothing is drained, nothing flushed. */
    void kill() throws InterruptedException {
        process.kill();
    }

    /** Ends the node as its service manager does: it drains. */
    void terminate() throws IOException, InterruptedException {
        process.stop();
    }

    @Override
    public void close() throws IOException {
        try (process) {
            management.close();
        }
    }
}
