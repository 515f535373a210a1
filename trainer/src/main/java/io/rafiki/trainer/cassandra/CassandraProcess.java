package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.CompilerThreads;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.FreePorts;
import io.rafiki.trainer.host.JvmProcess;
import io.rafiki.trainer.host.KillAtExit;
import io.rafiki.trainer.host.NodeLimits;
import io.rafiki.trainer.host.PortTakenException;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A Cassandra node in its own process, on 127.0.0.1 with free ports.
 *
 * <p>The node ends with this JVM, also after Ctrl-C. After {@code kill -9} of this JVM the {@link ProcessLedger} still lists it.
 */
public final class CassandraProcess implements Node {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

    private static final InetAddress LOCAL = loopback();

    private final JvmProcess process;
    private final NodeFolder folder;
    private final FreePorts ports;
    private final NodeLimits limits;
    private final KillAtExit atExit;

    /**
     * Takes ownership of a newly started process.
     *
     * @throws DatastoreException if this JVM is shutting down; the process is killed in that case
     */
    CassandraProcess(JvmProcess process, NodeFolder folder, FreePorts ports, NodeLimits limits)
            throws DatastoreException {
        this.process = process;
        this.folder = folder;
        this.ports = ports;
        this.limits = limits;
        this.atExit = KillAtExit.of("node", process.handle().pid(), process::kill);
    }

    @Override
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!listens()) {
            if (process.hasEnded(POLL)) {
                String cause = cause();
                String message = "node: ended with " + process.exit() + " before it was ready: " + cause;
                throw NodeLog.isPortTaken(cause) ? new PortTakenException(message) : new DatastoreException(message);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new DeadlineException("node: expected to be ready within " + patience.toSeconds()
                        + " s, found it still starting: " + NodeLog.cause(folder.log()));
            }
        }
    }

    @Override
    public Optional<String> end() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of("node: ended with " + process.exit() + ": " + cause());
    }

    private String cause() {
        return NodeLog.cause(process.exit(), limits.memory(), folder.log());
    }

    public long pid() {
        return process.handle().pid();
    }

    /**
     * Raises the priority of the JIT compiler threads.
     *
     * @return the reason if that failed; empty on success
     */
    public Optional<String> compileFirst() throws IOException, InterruptedException {
        return CompilerThreads.first(process.handle().pid());
    }

    @Override
    public NodeJmxClient management() throws IOException {
        return NodeJmxClient.connect("127.0.0.1", ports.jmx());
    }

    @Override
    public NodeActivity activity() throws IOException {
        return new JitActivity(management(), Optional.of(Path.of("/proc", Long.toString(pid()))));
    }

    @Override
    public InetSocketAddress cql() {
        return new InetSocketAddress(LOCAL, ports.cql());
    }

    /** The datacenter of the snitch that {@link NodeFolder} configures. */
    @Override
    public String datacenter() {
        return "datacenter1";
    }

    /** Port between nodes. */
    public int storagePort() {
        return ports.storage();
    }

    public int jmxPort() {
        return ports.jmx();
    }

    public Path log() {
        return folder.log();
    }

    public NodeLimits limits() {
        return limits;
    }

    public ProcessHandle handle() {
        return process.handle();
    }

    /** Stops the node with SIGTERM, so that it drains. Sends SIGKILL after one minute. */
    public void stop() throws IOException, InterruptedException {
        process.terminate();
        if (!process.hasEnded(STOP_PATIENCE)) {
            kill();
        }
        atExit.close();
        process.release();
    }

    /** Kills the node at once. Use it when the data are discarded. */
    public void kill() throws InterruptedException {
        process.kill();
        process.hasEnded(KILL_PATIENCE);
        atExit.close();
    }

    /** Kills the node if it still runs, and releases its resources. */
    @Override
    public void close() throws IOException {
        try {
            kill();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.release();
    }

    /** Resolved by number, because the name can resolve to IPv6. */
    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
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
}
