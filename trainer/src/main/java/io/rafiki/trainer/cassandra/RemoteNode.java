package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An existing node that others manage. Nothing here ends it. */
public final class RemoteNode implements Node {

    private static final int CONNECT_MILLIS = 1000;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final long POLL_MILLIS = 200;

    private final Datastore.Remote at;
    private final InetSocketAddress cql;
    private long looked = System.nanoTime() - BETWEEN_LOOKS.toNanos();
    private Optional<String> end = Optional.empty();
    private Optional<String> datacenter = Optional.empty();

    /**
     * Resolves the node's address without connecting.
     *
     * @throws DatastoreException with one line, if the host cannot be resolved
     */
    public RemoteNode(Datastore.Remote at) throws DatastoreException {
        this.at = at;
        try {
            this.cql = new InetSocketAddress(InetAddress.getAllByName(at.host())[0], at.cqlPort());
        } catch (UnknownHostException unknown) {
            throw new DatastoreException(
                    at + ": expected a host that has an address, found none for " + at.host() + ". Correct it.",
                    unknown);
        }
    }

    @Override
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (inspect().isPresent()) {
            if (System.nanoTime() - deadline > 0) {
                throw new DeadlineException(inspect().orElse("node: expected it to be ready."));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Checks at most every two seconds, because each check opens a connection. */
    @Override
    public Optional<String> end() {
        if (System.nanoTime() - looked >= BETWEEN_LOOKS.toNanos()) {
            end = inspect();
            looked = System.nanoTime();
        }
        return end;
    }

    @Override
    public InetSocketAddress cql() {
        return cql;
    }

    @Override
    public String datacenter() throws IOException {
        if (datacenter.isEmpty()) {
            try (NodeJmxClient management = management()) {
                datacenter = Optional.of(management.datacenter());
            }
        }
        return datacenter.get();
    }

    /** Connects for one trial, which a restart of the node ends. */
    @Override
    public NodeJmxClient management() throws IOException {
        return management(Reconnection.NEVER);
    }

    @Override
    public NodeActivity activity() throws IOException {
        return new JitActivity(management(), Optional.empty());
    }

    /** Connects for a campaign, which outlives restarts of the node. */
    public NodeJmxClient campaignManagement() throws IOException {
        return management(Reconnection.LONG);
    }

    private NodeJmxClient management(Reconnection reconnection) throws IOException {
        try {
            return NodeJmxClient.connect(at.host(), at.jmxPort(), at.login(), reconnection);
        } catch (JmxException refused) {
            if (refused.reason() != JmxException.Cause.NO_ANSWER) {
                throw refused;
            }
            throw new DatastoreException(
                    at + ": expected JMX on port " + at.jmxPort() + ", found " + JmxException.text(refused)
                            + ". Start the node with JMX that this machine may reach (docs/trials.md).",
                    refused);
        }
    }

    @Override
    public void close() {
        // this class does not own the node
    }

    private Optional<String> inspect() {
        try (Socket socket = new Socket()) {
            socket.connect(cql(), CONNECT_MILLIS);
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(at + ": expected a node that takes clients on port " + at.cqlPort() + ", found "
                    + refused.getMessage() + ". Start it, or correct the ports.");
        }
    }
}
