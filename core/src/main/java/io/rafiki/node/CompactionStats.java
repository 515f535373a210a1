package io.rafiki.node;

import java.util.List;
import java.util.OptionalDouble;
import javax.management.MBeanServerConnection;

/** The pending compactions of a node and their throughput limit. */
public final class CompactionStats {

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final double MEBIBYTE = 1 << 20;

    private final MBeans beans;

    /** @param node the platform MBean server inside the node's JVM, or a remote JMX connection */
    public CompactionStats(MBeanServerConnection node) {
        this.beans = new MBeans(node);
    }

    /**
     * The node's estimate of pending and running compactions over all tables. The node iterates its tables for this, so read it at most
     * once per second.
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

    /** The throughput limit of all compactions together, in bytes per second; empty without a limit. */
    public OptionalDouble throttle() throws NodeException {
        double mebibytes =
                number(STORAGE_SERVICE, "CompactionThroughputMbPerSec").doubleValue();
        return mebibytes > 0 ? OptionalDouble.of(mebibytes * MEBIBYTE) : OptionalDouble.empty();
    }

    private Number number(String bean, String attribute) throws NodeException {
        Object found = beans.get(bean, attribute);
        if (found instanceof Number number) {
            return number;
        }
        throw new NodeException(new NodeFailure.NotNumeric(bean + " " + attribute, String.valueOf(found)));
    }
}
