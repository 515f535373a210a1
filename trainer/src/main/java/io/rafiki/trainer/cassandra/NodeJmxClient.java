package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** A node's JMX connection with the operations for preparing a data set. */
public final class NodeJmxClient implements AutoCloseable {

    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

    private final JmxConnection node;
    private final MBeanServerConnection connection;

    private NodeJmxClient(JmxConnection node) {
        this.node = node;
        this.connection = node.beans();
    }

    public static NodeJmxClient connect(String host, int port) throws IOException {
        return connect(host, port, Map.of());
    }

    /**
     * Connects as nodetool does.
     *
     * @param reconnection the attempts after a loss of the connection
     * @throws JmxException with one line, if the node refuses the connection or does not answer
     */
    public static NodeJmxClient connect(String host, int port, JmxLogin login, Reconnection reconnection)
            throws IOException {
        return new NodeJmxClient(JmxConnection.connect(host, port, login, reconnection));
    }

    /**
     * Connects to a node that requires authentication.
     *
     * @param environment credentials, in the form of {@link JmxConnection#connect}
     * @throws DatastoreException with one line, if the login is refused
     */
    public static NodeJmxClient connect(String host, int port, Map<String, ?> environment) throws IOException {
        try {
            return new NodeJmxClient(JmxConnection.connect(host, port, environment));
        } catch (SecurityException refused) {
            throw new DatastoreException("the login refused (" + refused.getMessage() + ")", refused);
        }
    }

    public String release() throws IOException {
        return attribute(STORAGE, "ReleaseVersion").toString();
    }

    /** The name of the node's datacenter. */
    public String datacenter() throws IOException {
        return attribute("org.apache.cassandra.db:type=EndpointSnitchInfo", "Datacenter")
                .toString();
    }

    /** A JVM attribute as text, for example {@code OperatingSystem} and {@code Name}. */
    public String jvm(String bean, String name) throws IOException {
        return attribute("java.lang:type=" + bean, name).toString();
    }

    public MBeanServerConnection connection() {
        return connection;
    }

    /** Flushes the memtables of the keyspace and waits for completion. */
    public void flush(String keyspace) throws IOException {
        invoke("forceKeyspaceFlush", new Object[] {keyspace, new String[0]}, String.class, String[].class);
    }

    /** Submits compactions of the table now instead of at the next flush. */
    public void submitCompactions(String keyspace, String table) throws IOException {
        invoke("enableAutoCompaction", new Object[] {keyspace, new String[] {table}}, String.class, String[].class);
    }

    /**
     * Rewrites each sstable of the table, so that all of them have the table's present options. Returns after completion.
     *
     * @throws DatastoreException if the node did not rewrite all of them
     */
    public void rewrite(String keyspace, String table) throws IOException {
        Object status = invoke(
                "upgradeSSTables",
                new Object[] {keyspace, false, new String[] {table}},
                String.class,
                boolean.class,
                String[].class);
        if (!status.equals(0)) {
            throw new DatastoreException("JMX: expected upgradeSSTables of " + keyspace + "." + table
                    + " to return 0, found " + status + ". Read the node's log, then repeat the command.");
        }
    }

    /** Flushes everything and stops accepting writes. The commit log is empty afterwards. */
    public void drain() throws IOException {
        invoke("drain", new Object[0]);
    }

    /** The table's present compaction options on this node, as JSON. */
    public String compaction(String keyspace, String table) throws IOException {
        return attribute(
                        "org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + table,
                        "CompactionParametersJson")
                .toString();
    }

    /** A metric of Cassandra; empty if this release lacks it or has no value yet. */
    public OptionalDouble metric(String bean, String attribute) throws IOException {
        try {
            Object value = connection.getAttribute(new ObjectName("org.apache.cassandra.metrics:" + bean), attribute);
            double number = ((Number) value).doubleValue();
            return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
        } catch (InstanceNotFoundException | AttributeNotFoundException absent) {
            return OptionalDouble.empty();
        } catch (JMException | JMRuntimeException refused) {
            throw new DatastoreException("JMX: expected the metric " + bean + ", found " + refused, refused);
        }
    }

    /** Bytes that the running compactions have still to read. */
    public long compactionBytesLeft() throws IOException {
        long left = 0;
        for (Object running : (List<?>) attribute("org.apache.cassandra.db:type=CompactionManager", "Compactions")) {
            Map<?, ?> compaction = (Map<?, ?>) running;
            if ("bytes".equals(compaction.get("unit"))) {
                left += Long.parseLong((String) compaction.get("total"))
                        - Long.parseLong((String) compaction.get("completed"));
            }
        }
        return left;
    }

    /** The number of pending and running compactions. */
    public int compactions() throws IOException {
        Object pending = attribute("org.apache.cassandra.metrics:type=Compaction,name=PendingTasks", "Value");
        Object running = attribute("org.apache.cassandra.db:type=CompactionManager", "Compactions");
        return ((Number) pending).intValue() + ((List<?>) running).size();
    }

    /**
     * Waits until no compaction was pending or running for the given time.
     *
     * @throws DatastoreException if that does not happen in time
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

    private Object invoke(String operation, Object[] arguments, Class<?>... types) throws IOException {
        String[] signature = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            signature[i] = types[i].getName();
        }
        try {
            return connection.invoke(new ObjectName(STORAGE), operation, arguments, signature);
        } catch (JMException | JMRuntimeException refused) {
            throw new DatastoreException("JMX: expected " + operation + " to succeed, found " + refused, refused);
        }
    }
}
