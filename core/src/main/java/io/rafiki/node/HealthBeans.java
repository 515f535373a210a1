package io.rafiki.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.openmbean.CompositeData;

/** Reads a node's {@link Health} from the MBeans behind nodetool's status, netstats, compactionstats and tpstats. */
public final class HealthBeans {

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String STREAMS = "org.apache.cassandra.net:type=StreamManager";
    private static final String REPAIRS = "org.apache.cassandra.db:type=RepairService";
    private static final String HINTS = "org.apache.cassandra.metrics:type=Storage,name=TotalHints";
    private static final String COLLECTORS = "java.lang:type=GarbageCollector,name=*";

    /** Marks garbage collector beans that count concurrent work instead of pauses. */
    private static final List<String> CONCURRENT = List.of("Concurrent", "Cycles");

    private final MBeans beans;
    private final CompactionStats compactions;
    private List<String> collectors = List.of();

    /** @param node the platform MBean server inside the node's JVM, or a remote JMX connection */
    public HealthBeans(MBeanServerConnection node) {
        this.beans = new MBeans(node);
        this.compactions = new CompactionStats(node);
    }

    /**
     * Reads the node's health.
     *
     * @throws NodeException if an attribute cannot be read
     */
    public Health read() throws NodeException {
        return new Health(
                String.valueOf(beans.get(STORAGE_SERVICE, "OperationMode")),
                size("LiveNodes") + size("UnreachableNodes"),
                size("UnreachableNodes"),
                size("JoiningNodes") + size("LeavingNodes") + size("MovingNodes"),
                streams(),
                ((Number) beans.call(REPAIRS, "parentRepairSessionsCount")).intValue(),
                compactions.pending(),
                ((Number) beans.get(HINTS, "Count")).longValue(),
                collectionMillis());
    }

    private int size(String nodes) throws NodeException {
        return ((Collection<?>) beans.get(STORAGE_SERVICE, nodes)).size();
    }

    /** Cassandra keeps a stream without sessions forever, such as that of a node that joined without receiving data. It moves nothing. */
    private int streams() throws NodeException {
        return (int) ((Collection<?>) beans.get(STREAMS, "CurrentStreams"))
                .stream()
                        .filter(stream -> !(stream instanceof CompositeData open
                                && open.get("sessions") instanceof Object[] sessions
                                && sessions.length == 0))
                        .count();
    }

    /** The JVM's set of collectors is constant. */
    private long collectionMillis() throws NodeException {
        if (collectors.isEmpty()) {
            List<String> found = new ArrayList<>(beans.names(COLLECTORS));
            found.removeIf(name -> CONCURRENT.stream().anyMatch(name::contains));
            collectors = List.copyOf(found);
        }
        long sum = 0;
        for (String collector : collectors) {
            sum += Math.max(0, ((Number) beans.get(collector, "CollectionTime")).longValue());
        }
        return sum;
    }
}
