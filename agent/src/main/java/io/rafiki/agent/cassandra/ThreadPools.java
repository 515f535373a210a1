package io.rafiki.agent.cassandra;

import java.io.IOException;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The node's thread pools, one per stage.
 *
 * <p>Cassandra creates a pool, and with it the MBean that holds its size, at the stage's first task: on a node that has not
 * been written to since its start there is no {@code MutationStage}, so {@code concurrent_writes} could neither be read nor
 * set.
 */
public final class ThreadPools {

    private final MBeanServerConnection server;

    public ThreadPools(MBeanServerConnection server) {
        this.server = server;
    }

    /**
     * Has the node create every pool, by asking for their sizes; no thread starts and no size changes.
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
