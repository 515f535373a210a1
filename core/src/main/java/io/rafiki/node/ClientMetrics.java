package io.rafiki.node;

import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Reads what clients ask of a node and how long that takes, from Cassandra's metrics of client requests.
 *
 * <p>A request's time is taken where it is coordinated, from its arrival to the answer: the wait for a thread and for replicas is in
 * it. Light-weight transactions are counted apart by Cassandra and are left out.
 */
final class ClientMetrics {

    private final MBeanServerConnection server;
    private final List<Request> reads = List.of(Request.of("Read"), Request.of("RangeSlice"));
    private final List<Request> writes = List.of(Request.of("Write"));

    /** One kind's number and microseconds. */
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

    /** The counts so far; none where this node does not tell them: then no change is judged, and nothing else suffers. */
    ClientCounts read() {
        try {
            return new ClientCounts(sum(numbers(reads)), sum(totals(reads)), sum(numbers(writes)), sum(totals(writes)));
        } catch (JMException | IOException | RuntimeException untold) {
            return ClientCounts.NONE;
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

    /** A kind that no client has asked for yet may not be there. */
    private long count(ObjectName counter) throws JMException, IOException {
        try {
            return ((Number) server.getAttribute(counter, "Count")).longValue();
        } catch (InstanceNotFoundException notYet) {
            return 0;
        }
    }
}
