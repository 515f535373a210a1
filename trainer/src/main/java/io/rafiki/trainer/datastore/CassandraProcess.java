package io.rafiki.trainer.datastore;

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
 * One Cassandra node as a process of its own, on 127.0.0.1 with free ports.
 *
 * <p>It ends with this JVM, also after Ctrl-C; what only {@code kill -9} leaves behind is in the {@link ProcessLedger}.
 */
public final class CassandraProcess implements Node {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

    private static final InetAddress LOCAL = loopback();

    private final JvmProcess process;
    private final NodeFolder folder;
    private final FreePorts ports;
    private final Limits limits;
    private final Thread atExit;

    /**
     * Takes charge of a process that has just been started.
     *
     * @throws DatastoreException if this JVM is about to end; the process is killed then
     */
    CassandraProcess(JvmProcess process, NodeFolder folder, FreePorts ports, Limits limits) throws DatastoreException {
        this.process = process;
        this.folder = folder;
        this.ports = ports;
        this.limits = limits;
        this.atExit =
                new Thread(process::kill, "rafiki-kill-node-" + process.handle().pid());
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException shuttingDown) {
            process.kill();
            throw new DatastoreException(
                    "node: expected to start it, found that this JVM is about to end", shuttingDown);
        }
    }

    @Override
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!listens()) {
            if (process.hasEnded(POLL)) {
                throw new DatastoreException("node: ended with " + process.exit() + " before it was ready: " + cause());
            }
            if (System.nanoTime() - deadline > 0) {
                throw new DeadlineException("node: expected to be ready within " + patience.toSeconds()
                        + " s, found it still starting: " + NodeLog.cause(folder.log()));
            }
        }
    }

    @Override
    public Optional<String> end() {
        return process.handle().isAlive()
                ? Optional.empty()
                : Optional.of("node: ended with " + process.exit() + ": " + cause());
    }

    private String cause() {
        return NodeLog.cause(process.exit(), limits.memory(), folder.log());
    }

    /** The kernel's number of it. */
    public long pid() {
        return process.handle().pid();
    }

    /**
     * Lets the threads that compile run before all others.
     *
     * @return why not, in a few words; empty if they do
     */
    public Optional<String> compileFirst() throws IOException, InterruptedException {
        return CompilerThreads.first(process.handle().pid());
    }

    @Override
    public NodeManagement management() throws IOException {
        return NodeManagement.connect("127.0.0.1", ports.jmx());
    }

    @Override
    public InetSocketAddress cql() {
        return new InetSocketAddress(LOCAL, ports.cql());
    }

    /** That of the snitch that {@link NodeFolder} asks for. */
    @Override
    public String datacenter() {
        return "datacenter1";
    }

    public int jmxPort() {
        return ports.jmx();
    }

    public Path log() {
        return folder.log();
    }

    /** What it is limited to. */
    public Limits limits() {
        return limits;
    }

    public ProcessHandle handle() {
        return process.handle();
    }

    /** Ends the node by SIGTERM, so that it drains; by SIGKILL if it takes more than a minute. */
    public void stop() throws IOException, InterruptedException {
        process.terminate();
        if (!process.hasEnded(STOP_PATIENCE)) {
            kill();
        }
        forget();
        process.release();
    }

    /** Ends the node at once, for when its data is thrown away. */
    public void kill() throws InterruptedException {
        process.kill();
        process.hasEnded(KILL_PATIENCE);
        forget();
    }

    /** Kills the node if it still runs, and gives back what it held of the machine. */
    @Override
    public void close() throws IOException {
        try {
            kill();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.release();
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException shuttingDown) {
            // the hook runs anyway, and finds a node that has ended
            return;
        }
    }

    /** By its number: the name may stand for an address of version 6. */
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
            return process.handle().isAlive();
        } catch (IOException notYet) {
            return false;
        }
    }
}
