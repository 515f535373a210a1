package io.rafiki.trainer.datastore;

import io.rafiki.trainer.jmx.JmxConnection;
import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** A node's JMX connection, with the few operations that preparing a data set needs. */
public final class NodeManagement implements AutoCloseable {

    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

    private final JmxConnection node;
    private final MBeanServerConnection connection;

    private NodeManagement(JmxConnection node) {
        this.node = node;
        this.connection = node.beans();
    }

    public static NodeManagement connect(String host, int port) throws IOException {
        return connect(host, port, Map.of());
    }

    /**
     * Connects to a node that asks who comes.
     *
     * @param environment with the credentials, as {@link JmxConnection#connect} takes it
     * @throws DatastoreException with one line, if the login is refused
     */
    public static NodeManagement connect(String host, int port, Map<String, ?> environment) throws IOException {
        try {
            return new NodeManagement(JmxConnection.connect(host, port, environment));
        } catch (SecurityException refused) {
            throw new DatastoreException("the login refused (" + refused.getMessage() + ")", refused);
        }
    }

    /** Cassandra's release. */
    public String release() throws IOException {
        return attribute(STORAGE, "ReleaseVersion").toString();
    }

    /** The name of the node's data center. */
    public String datacenter() throws IOException {
        return attribute("org.apache.cassandra.db:type=EndpointSnitchInfo", "Datacenter")
                .toString();
    }

    /** An attribute of the JVM's own, as text: {@code OperatingSystem} and {@code Name}. */
    public String jvm(String bean, String name) throws IOException {
        return attribute("java.lang:type=" + bean, name).toString();
    }

    public MBeanServerConnection connection() {
        return connection;
    }

    /** Writes the memtables of the keyspace to sstables and waits for that. */
    public void flush(String keyspace) throws IOException {
        invoke("forceKeyspaceFlush", new Object[] {keyspace, new String[0]}, String.class, String[].class);
    }

    /** Asks the node to look for compactions of the table now, not at the next flush. */
    public void submitCompactions(String keyspace, String table) throws IOException {
        invoke("enableAutoCompaction", new Object[] {keyspace, new String[] {table}}, String.class, String[].class);
    }

    /** Writes each sstable of the table anew, one by one, so that all have the table's present options; returns when done. */
    public void rewrite(String keyspace, String table) throws IOException {
        invoke(
                "upgradeSSTables",
                new Object[] {keyspace, false, new String[] {table}},
                String.class,
                boolean.class,
                String[].class);
    }

    /** Flushes everything and stops taking writes; after it the commit log is empty. */
    public void drain() throws IOException {
        invoke("drain", new Object[0]);
    }

    /** The compaction options that the table has on this node now, as JSON. */
    public String compaction(String keyspace, String table) throws IOException {
        return attribute(
                        "org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + table,
                        "CompactionParametersJson")
                .toString();
    }

    /** Compactions that wait or run. */
    public int compactions() throws IOException {
        Object pending = attribute("org.apache.cassandra.metrics:type=Compaction,name=PendingTasks", "Value");
        Object running = attribute("org.apache.cassandra.db:type=CompactionManager", "Compactions");
        return ((Number) pending).intValue() + ((List<?>) running).size();
    }

    /**
     * Waits until no compaction waited or ran for the given time.
     *
     * @throws DatastoreException if that does not happen within the patience
     */
    public void awaitCompactions(Duration quiet, Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        long since = System.nanoTime();
        while (System.nanoTime() - since < quiet.toNanos()) {
            int compactions = compactions();
            if (compactions > 0) {
                since = System.nanoTime();
            }
            if (System.nanoTime() > deadline) {
                throw new DeadlineException("compactions: expected them to settle within " + patience.toSeconds()
                        + " s, found " + compactions + " still to do.");
            }
            Thread.sleep(250);
        }
    }

    @Override
    public void close() throws IOException {
        node.close();
    }

    private Object attribute(String bean, String name) throws IOException {
        try {
            return connection.getAttribute(new ObjectName(bean), name);
        } catch (JMException | JMRuntimeException refused) {
            throw new DatastoreException("JMX: expected " + bean + " to have " + name + ", found " + refused, refused);
        }
    }

    private void invoke(String operation, Object[] arguments, Class<?>... types) throws IOException {
        String[] signature = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            signature[i] = types[i].getName();
        }
        try {
            connection.invoke(new ObjectName(STORAGE), operation, arguments, signature);
        } catch (JMException | JMRuntimeException refused) {
            throw new DatastoreException("JMX: expected " + operation + " to succeed, found " + refused, refused);
        }
    }
}
