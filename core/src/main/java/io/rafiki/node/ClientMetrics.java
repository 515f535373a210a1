package io.rafiki.node;

import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Counts client requests and their latency with Cassandra's metrics of client requests.
 *
 * <p>The latency is measured on the coordinator, from the arrival of a request to its response. It includes waits for threads and replicas.
 * Cassandra counts a lightweight transaction as {@code CASWrite} only, and a serial read as both {@code Read} and {@code CASRead}. So
 * {@code CASWrite} is added to the writes, and {@code CASRead} is left out.
 */
final class ClientMetrics {

    /** Cassandra's kinds of reads and of writes. */
    static final List<String> READS = List.of("Read", "RangeSlice");

    static final List<String> WRITES = List.of("Write", "CASWrite");

    private final MBeanServerConnection server;
    private final List<Request> reads = READS.stream().map(Request::of).toList();
    private final List<Request> writes = WRITES.stream().map(Request::of).toList();

    /** The counters of one kind: requests and total microseconds. */
    private record Request(ObjectName latency, ObjectName total) {

        static Request of(String scope) {
            return new Request(metric(scope, "Latency"), metric(scope, "TotalLatency"));
        }

        private static ObjectName metric(String scope, String name) {
            return MetricName.of("type=ClientRequest,scope=" + scope + ",name=" + name);
        }
    }

    ClientMetrics(MBeanServerConnection server) {
        this.server = server;
    }

    /** The present counts; unknown if the node does not report them. Without them no change gets a verdict. */
    ClientCounts read() {
        try {
            return new ClientCounts(sum(numbers(reads)), sum(totals(reads)), sum(numbers(writes)), sum(totals(writes)));
        } catch (JMException | IOException | RuntimeException untold) {
            return ClientCounts.UNKNOWN;
        }
    }

    private static List<ObjectName> numbers(List<Request> requests) {
        return requests.stream().map(Request::latency).toList();
    }

    private static List<ObjectName> totals(List<Request> requests) {
        return requests.stream().map(Request::total).toList();
    }

    private long sum(List<ObjectName> counters) throws JMException, IOException {
        long sum = 0;
        for (ObjectName counter : counters) {
            sum += count(counter);
        }
        return sum;
    }

    /** A metric can be missing until the first request of its kind. */
    private long count(ObjectName counter) throws JMException, IOException {
        try {
            return ((Number) server.getAttribute(counter, "Count")).longValue();
        } catch (InstanceNotFoundException notYet) {
            return 0;
        }
    }
}
