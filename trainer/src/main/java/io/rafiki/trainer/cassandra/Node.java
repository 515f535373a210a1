package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.trial.NodeActivity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** A Cassandra node under load. Closing it ends only what was started for it. */
public interface Node extends AutoCloseable {

    /**
     * Waits until clients can connect.
     *
     * @throws IOException with one line that states the cause, if the node ends or the time runs out
     */
    void awaitReady(Duration patience) throws IOException, InterruptedException;

    /** The reason why clients can no longer use the node, in one line; empty while they can. */
    Optional<String> end();

    /** Host and port for CQL clients. */
    InetSocketAddress cql();

    /** The name of the datacenter, which a driver needs to connect. */
    String datacenter() throws IOException;

    /** A new JMX connection, owned by the caller. */
    NodeJmxClient management() throws IOException;

    /** The JIT activity of the node's JVM, owned by the caller. */
    NodeActivity activity() throws IOException;

    @Override
    void close() throws IOException;
}
