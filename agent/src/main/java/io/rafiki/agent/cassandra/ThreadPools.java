package io.rafiki.agent.cassandra;

import java.io.IOException;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The node's thread pools, one per stage.
 *
 * <p>Cassandra creates a pool, and the MBean with its size, at the stage's first task. A node without writes since its start has no
 * {@code MutationStage}, so {@code concurrent_writes} can be neither read nor set.
 */
public final class ThreadPools {

    private final MBeanServerConnection server;

    public ThreadPools(MBeanServerConnection server) {
        this.server = server;
    }

    /**
     * Creates every pool by reading its size. No thread starts and no size changes.
     *
     * @throws IOException if the connection is lost
     */
    public void create() throws IOException, JMException {
        server.invoke(
                new ObjectName("org.apache.cassandra.db:type=StorageService"),
                "getConcurrency",
                new Object[] {List.of()},
                new String[] {List.class.getName()});
    }
}
