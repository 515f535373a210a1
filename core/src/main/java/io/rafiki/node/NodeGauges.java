package io.rafiki.node;

import io.rafiki.workload.WindowGauges;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Reads a node's gauges from the metrics behind nodetool's proxyhistograms, tpstats, compactionstats and tablehistograms. A gauge that
 * cannot be read is NaN.
 */
final class NodeGauges {

    /** The minimum time between two counts of pending compactions, because each count iterates all tables. */
    private static final long BETWEEN_WALKS = 10_000_000_000L;

    private static final String P99 = "99thPercentile";
    private static final String VALUE = "Value";

    private final MBeanServerConnection server;
    private final ObjectName reads = MetricName.of("type=ClientRequest,scope=Read,name=Latency");
    private final ObjectName writes = MetricName.of("type=ClientRequest,scope=Write,name=Latency");
    private final ObjectName readStage =
            MetricName.of("type=ThreadPools,path=request,scope=ReadStage,name=PendingTasks");
    private final ObjectName writeStage =
            MetricName.of("type=ThreadPools,path=request,scope=MutationStage,name=PendingTasks");
    private final ObjectName requests =
            MetricName.of("type=ThreadPools,path=transport,scope=Native-Transport-Requests,name=PendingTasks");
    private final ObjectName compactions = MetricName.of("type=Compaction,name=PendingTasks");

    /** The last read count of each keyspace's histogram. */
    private final Map<ObjectName, Double> keyspaces = new ConcurrentHashMap<>();

    private double pendingCompactions = Double.NaN;
    private long walked;

    NodeGauges(MBeanServerConnection server) {
        this.server = server;
    }

    /** Includes the reads of a keyspace from now on. */
    void follow(String keyspace) {
        keyspaces.putIfAbsent(
                MetricName.of("type=Keyspace,keyspace=" + keyspace + ",name=SSTablesPerReadHistogram"), Double.NaN);
    }

    /** Removes a metric; ignored for an unknown one. */
    void remove(ObjectName metric) {
        keyspaces.remove(metric);
    }

    /**
     * Reads the gauges.
     *
     * @param nanoTime time of a monotonic clock
     */
    WindowGauges read(long nanoTime) {
        if (Double.isNaN(pendingCompactions) || nanoTime - walked >= BETWEEN_WALKS) {
            pendingCompactions = number(compactions, VALUE);
            walked = nanoTime;
        }
        return new WindowGauges(
                number(reads, P99),
                number(writes, P99),
                number(readStage, VALUE),
                number(writeStage, VALUE),
                number(requests, VALUE),
                pendingCompactions,
                sstablesPerRead());
    }

    /** The mean of the keyspace with the most reads since the last call, because a mean costs more than a count. */
    private double sstablesPerRead() {
        ObjectName busiest = null;
        double most = 0;
        for (Map.Entry<ObjectName, Double> keyspace : keyspaces.entrySet()) {
            double count = number(keyspace.getKey(), "Count");
            double more = count - keyspace.setValue(count);
            if (more > most) {
                most = more;
                busiest = keyspace.getKey();
            }
        }
        return busiest == null ? Double.NaN : number(busiest, "Mean");
    }

    private double number(ObjectName bean, String attribute) {
        try {
            return ((Number) server.getAttribute(bean, attribute)).doubleValue();
        } catch (JMException | IOException | RuntimeException untold) {
            return Double.NaN;
        }
    }
}
