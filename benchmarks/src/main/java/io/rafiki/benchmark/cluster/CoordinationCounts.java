package io.rafiki.benchmark.cluster;

import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.JmxConnection;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.Reconnection;
import java.io.IOException;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Counts of all nodes since their start.
 *
 * @param reads of replicas on the tables of rafiki_cluster
 * @param writes of replicas on them
 * @param conditional proposals of lightweight transactions on them
 * @param bytes sent to other nodes
 */
record CoordinationCounts(long reads, long writes, long conditional, long bytes) {

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final CoordinationCounts NONE = new CoordinationCounts(0, 0, 0, 0);

    CoordinationCounts since(CoordinationCounts earlier) {
        return new CoordinationCounts(
                reads - earlier.reads,
                writes - earlier.writes,
                conditional - earlier.conditional,
                bytes - earlier.bytes);
    }

    CoordinationCounts plus(CoordinationCounts other) {
        return new CoordinationCounts(
                reads + other.reads, writes + other.writes, conditional + other.conditional, bytes + other.bytes);
    }

    /** The counts of all nodes. */
    static CoordinationCounts of(List<CassandraProcess> nodes) throws IOException {
        CoordinationCounts all = NONE;
        for (CassandraProcess node : nodes) {
            try (JmxConnection jmx =
                    JmxConnection.connect("127.0.0.1", node.jmxPort(), JmxLogin.NONE, Reconnection.NEVER)) {
                all = all.plus(of(jmx.beans()));
            } catch (JMException failure) {
                throw new IOException(failure);
            }
        }
        return all;
    }

    private static CoordinationCounts of(MBeanServerConnection node) throws IOException, JMException {
        String tables = METRICS + "type=Table,keyspace=rafiki_cluster,scope=*,name=";
        return new CoordinationCounts(
                sum(node, tables + "ReadLatency", "", "Count"),
                sum(node, tables + "WriteLatency", "", "Count"),
                sum(node, tables + "CasProposeLatency", "", "Count"),
                sum(node, METRICS + "type=Connection,*", "CompletedBytes", "Value"));
    }

    /** The sum of a metric over all beans of a pattern whose name has an ending. */
    private static long sum(MBeanServerConnection node, String pattern, String ending, String attribute)
            throws IOException, JMException {
        long sum = 0;
        for (ObjectName bean : node.queryNames(new ObjectName(pattern), null)) {
            if (bean.getKeyProperty("name").endsWith(ending)) {
                sum += ((Number) node.getAttribute(bean, attribute)).longValue();
            }
        }
        return sum;
    }
}
