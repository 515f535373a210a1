package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** A Cassandra node that clients drive. Closing it ends what was started for it, and nothing else. */
public interface Node extends AutoCloseable {

    /**
     * Waits until clients can connect.
     *
     * @throws IOException with one line that says the cause, if the node ends before that, or the patience does
     */
    void awaitReady(Duration patience) throws IOException, InterruptedException;

    /** Why clients can no longer use it, in one line; empty while they can. */
    Optional<String> end();

    /** Host and port for CQL clients. */
    InetSocketAddress cql();

    /** The name of its data center, without which a driver connects to none. */
    String datacenter() throws IOException;

    /** A JMX connection of the caller's own. */
    NodeManagement management() throws IOException;

    @Override
    void close() throws IOException;
}
