package io.rafiki.trainer.datastore;

import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One Cassandra node as a process of its own, on 127.0.0.1 with free ports.
 *
 * <p>It ends with this JVM, also after Ctrl-C; what only {@code kill -9} leaves behind is in the {@link ProcessLedger}.
 */
public final class CassandraProcess implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final NodeFolder folder;
    private final FreePorts ports;
    private final Thread atExit;

    private CassandraProcess(Process process, NodeFolder folder, FreePorts ports) {
        this.process = process;
        this.folder = folder;
        this.ports = ports;
        this.atExit = new Thread(process::destroyForcibly, "rafiki-kill-node-" + process.pid());
    }

    /** Writes the node's configuration and starts it; returns at once. */
    public static CassandraProcess start(NodeSpec spec, ProcessLedger ledger) throws IOException {
        NodeFolder folder = new NodeFolder(spec.folder());
        FreePorts ports = FreePorts.choose();
        folder.write(ports, spec.cassandraYaml());
        List<String> command = command(spec, folder, ports);
        ProcessBuilder builder = new ProcessBuilder(
                        spec.memory().map(group -> group.joined(command)).orElse(command))
                .directory(spec.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.log().toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        CassandraProcess node = new CassandraProcess(builder.start(), folder, ports);
        try {
            ledger.started(node.process);
            Runtime.getRuntime().addShutdownHook(node.atExit);
        } catch (IllegalStateException shuttingDown) {
            node.process.destroyForcibly();
            throw new DatastoreException(
                    "node: expected to start it, found that this JVM is about to end", shuttingDown);
        }
        return node;
    }

    /**
     * Waits until clients can connect.
     *
     * @throws DatastoreException with the log's cause line if the node ends before that, or the patience does
     */
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!listens()) {
            if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DatastoreException("node: ended with " + process.exitValue() + " before it was ready: "
                        + NodeLog.cause(folder.log()));
            }
            if (System.nanoTime() > deadline) {
                throw new DeadlineException("node: expected to be ready within " + patience.toSeconds()
                        + " s, found it still starting: " + NodeLog.cause(folder.log()));
            }
        }
    }

    /** Why the node ended, if it did. */
    public Optional<String> end() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of("node: ended with " + process.exitValue() + ": " + NodeLog.cause(folder.log()));
    }

    /** Lets all threads of the node run on these processors only (as {@code taskset} writes them: {@code 0} or {@code 0,2-3}). */
    public void pin(String processors) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder("taskset", "-a", "-p", "-c", processors, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!taskset.waitFor(10, TimeUnit.SECONDS) || taskset.exitValue() != 0) {
            throw new DatastoreException(
                    "taskset: expected to pin the node to processors " + processors + ", found a refusal.");
        }
    }

    public NodeManagement management() throws IOException {
        return NodeManagement.connect("127.0.0.1", ports.jmx());
    }

    /** Host and port for CQL clients. */
    public InetSocketAddress cql() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.cql());
    }

    public int cqlPort() {
        return ports.cql();
    }

    public int jmxPort() {
        return ports.jmx();
    }

    public Path log() {
        return folder.log();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Ends the node by SIGTERM, so that it drains; by SIGKILL if it takes more than a minute. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
        forget();
    }

    /** Ends the node at once, for when its data is thrown away. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(30, TimeUnit.SECONDS);
        forget();
    }

    /** Kills the node if it still runs. */
    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException shuttingDown) {
            // the hook runs anyway, and finds a node that has ended
            return;
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(cql(), 200);
            return process.isAlive();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static List<String> command(NodeSpec spec, NodeFolder folder, FreePorts ports) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        CassandraJars.jamm(spec.jars()).ifPresent(jamm -> command.add("-javaagent:" + jamm));
        command.addAll(NodeFlags.all(spec.heapMiB()));
        command.addAll(List.of(
                "-Dcassandra.config=" + folder.conf().resolve("cassandra.yaml").toUri(),
                "-Dlogback.configurationFile="
                        + folder.conf().resolve("logback.xml").toUri(),
                "-Djava.io.tmpdir=" + folder.temporary(),
                "-Dcassandra.storagedir=" + folder.data(),
                "-Dcassandra.logdir=" + folder.root(),
                "-Dcassandra.jmx.local.port=" + ports.jmx(),
                "-Dcassandra-foreground=yes",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=1000",
                "-Dcassandra.superuser_setup_delay_ms=0"));
        command.addAll(spec.jvmArguments());
        command.add("-cp");
        command.add(spec.jars().stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator)));
        command.add("org.apache.cassandra.service.CassandraDaemon");
        return command;
    }
}
