package io.rafiki.node;

import java.util.List;
import java.util.OptionalDouble;
import javax.management.MBeanServerConnection;

/** What a node's compactions have to do, and how fast they may do it. */
public final class Compactions {

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final double MEBIBYTE = 1 << 20;

    private final MBeans beans;

    /** @param node the platform MBean server inside the node's JVM, or a remote JMX connection */
    public Compactions(MBeanServerConnection node) {
        this.beans = new MBeans(node);
    }

    /**
     * Compactions that wait or run, of all tables, as the node estimates them. The node walks its tables for it: ask once a second, not
     * more often.
     */
    public int pending() throws NodeException {
        return number(METRICS + "type=Compaction,name=PendingTasks", "Value").intValue();
    }

    /** Bytes of the tables' live sstables on disk. */
    public long liveBytes(List<TableName> tables) throws NodeException {
        long sum = 0;
        for (TableName table : tables) {
            String metric = METRICS + "type=Table,keyspace=" + table.keyspace() + ",scope=" + table.table()
                    + ",name=LiveDiskSpaceUsed";
            sum += number(metric, "Count").longValue();
        }
        return sum;
    }

    /** The limit on what all compactions together write, in bytes a second; empty if there is none. */
    public OptionalDouble throttle() throws NodeException {
        double mebibytes =
                number(STORAGE_SERVICE, "CompactionThroughputMbPerSec").doubleValue();
        return mebibytes > 0 ? OptionalDouble.of(mebibytes * MEBIBYTE) : OptionalDouble.empty();
    }

    private Number number(String bean, String attribute) throws NodeException {
        if (beans.get(bean, attribute) instanceof Number number) {
            return number;
        }
        throw new NodeException(bean + " " + attribute + ": expected a number, found none");
    }
}
